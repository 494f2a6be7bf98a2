module opgen/samples/stem

go 1.19
