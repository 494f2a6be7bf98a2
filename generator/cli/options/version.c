#include "cli/options/version.h"

#include <expat.h>
#include <jansson.h>
#include <protobuf-c/protobuf-c.h>

#include "base/out.h"
#include "base/version.h"

void
version_put(struct out *out, const char *commit)
{
	XML_Expat_Version expat = XML_ExpatVersionInfo();

	out_text(out, "opgen " OPGEN_VERSION);
	if (*commit)
		out_format(out, " (commit %s)", commit);
	out_format(out, "\nexpat %d.%d.%d\n", expat.major, expat.minor, expat.micro);
	out_format(out, "jansson %s\n", jansson_version_str());
	out_format(out, "protobuf-c %s\n", protobuf_c_version());
}
