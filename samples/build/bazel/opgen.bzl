"""Libraries that opgen generates."""

def opgen_library(name, spec, data = [], options = []):
    """A library NAME of a spec or model, with the header NAME.h.

    Args:
      name: of the library, NAME.c and NAME.h.
      spec: the spec or the model.
      data: files that it names, .npy files for example.
      options: what else opgen is called with.
    """
    native.genrule(
        name = name + "_code",
        srcs = [spec] + data,
        outs = [name + ".c", name + ".h"],
        cmd = "$(location @opgen//:opgen) {} $(location {}) -o $(location {}.c) --header $(location {}.h)".format(
            " ".join(options),
            spec,
            name,
            name,
        ),
        tools = ["@opgen//:opgen"],
    )
    native.cc_library(
        name = name,
        srcs = [name + ".c"],
        hdrs = [name + ".h"],
        deps = ["@opgen//:runtime"],
    )
