#ifndef OPGEN_CLI_VERSION_H
#define OPGEN_CLI_VERSION_H

struct out;

/* What --version prints: opgen's version, with the commit that it was built of ("" where
   that is not known), and a line for each library that it runs with. */
void version_put(struct out *out, const char *commit);

#endif
