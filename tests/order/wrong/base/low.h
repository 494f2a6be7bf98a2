/* int commented(void); is no declaration. */
int low(void);
int missing(void);
extern const int nowhere[3], absent;
static int unseen(void);
