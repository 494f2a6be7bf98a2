#ifndef OPGEN_CLI_VERSION_H
#define OPGEN_CLI_VERSION_H

struct out;

/* What --version prints: opgen's version, the commit that it was built from ("": not
   known), and a line for each library that it runs with. */
void version_put(struct out *out, const char *commit);

#endif
