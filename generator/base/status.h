#ifndef OPGEN_BASE_STATUS_H
#define OPGEN_BASE_STATUS_H

/* The exit statuses. If several apply, the greatest counts. */
enum status {
	STATUS_DONE,    /* written, or nothing to do; warnings included */
	STATUS_REFUSED, /* a spec was refused, or --check found a difference */
	STATUS_USAGE,   /* the command line is wrong */
	STATUS_FAILED   /* the machine failed */
};

static inline enum status
status_worse(enum status a, enum status b)
{
	return a > b ? a : b;
}

#endif
