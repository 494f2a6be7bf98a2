/* int commented(void); is no declaration. */
int low(void);
int missing(void);
static int unseen(void);
