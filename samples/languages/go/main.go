// The sample stem from Go: cgo compiles stem.c, which lies beside this file, and reads
// stem.h.
package main

/*
#cgo CFLAGS: -O2
#cgo pkg-config: opgen
#include "stem.h"
*/
import "C"

import "fmt"

// The shape of Y; Go does not read STEM_Y_SHAPE, a list in braces.
const channels, rows, columns = 4, 6, 6

func stem(x *[C.STEM_X_SIZE]float32, b *[C.STEM_B_SIZE]float32) *[C.STEM_Y_SIZE]float32 {
	var y [channels * rows * columns]float32
	C.stem((*C.float)(&x[0]), (*C.float)(&b[0]), (*C.float)(&y[0]))
	return &y
}

func printRows(title string, y *[C.STEM_Y_SIZE]float32) {
	fmt.Println(title)
	for channel := 0; channel < channels; channel++ {
		for x := 0; x < columns; x++ {
			fmt.Printf("%9.4f", y[channel*rows*columns+x])
		}
		fmt.Println()
	}
}

func main() {
	var image [C.STEM_X_SIZE]float32
	for i := range image {
		image[i] = float32(i*7%9)/4 - 1
	}
	printRows("without a bias", stem(&image, &[C.STEM_B_SIZE]float32{}))
	printRows("with a bias", stem(&image, &[C.STEM_B_SIZE]float32{0.5, -0.25, 1, 10}))
}
