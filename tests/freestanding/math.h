/* As much of <math.h> as emitted code needs, of a library that is silent about
   fma (FP_FAST_FMAF): for compilers of machines whose library is not installed. */
#ifndef OPGEN_TESTS_FREESTANDING_MATH_H
#define OPGEN_TESTS_FREESTANDING_MATH_H

#ifdef __cplusplus
extern "C" {
#endif

#define INFINITY __builtin_inff()
#define HUGE_VAL __builtin_huge_val()

float fmaf(float a, float b, float c);
double fma(double a, double b, double c);
float fabsf(float x);
double fabs(double x);
float sqrtf(float x);
double sqrt(double x);

#ifdef __cplusplus
}
#endif

#endif
