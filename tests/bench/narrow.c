/* Answers CPUID in the place of the processor. An instruction that no processor has, of
   the same two bytes' length, stands where the library had CPUID; its signal's handler
   sets the registers. */
#include "narrow.h"

#if defined __x86_64__ && defined __linux__

#include <cpuid.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>

/* 0F 04 is no instruction; narrow.sh writes it. */
static const unsigned char replacement[] = {0x0f, 0x04};

/* What each register of a leaf says of AVX-512 and AMX (Intel's manual, volume 2, CPUID).
 */
static const struct wide {
	unsigned leaf, subleaf, ebx, ecx, edx, eax;
} wide[] = {
	/* F, DQ, IFMA, PF, ER, CD, BW, VL; VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ; 4VNNIW,
	   4FMAPS, VP2INTERSECT, AMX-BF16, FP16, AMX-TILE, AMX-INT8. */
	{7, 0,
		1u << 16 | 1u << 17 | 1u << 21 | 1u << 26 | 1u << 27 | 1u << 28 |
			1u << 30 | 1u << 31,
		1u << 1 | 1u << 6 | 1u << 11 | 1u << 12 | 1u << 14,
		1u << 2 | 1u << 3 | 1u << 8 | 1u << 22 | 1u << 23 | 1u << 24 | 1u << 25,
		0},
	/* BF16. */
	{7, 1, 0, 0, 0, 1u << 5},
};

static void
answer(int signal_number, siginfo_t *info, void *context)
{
	greg_t *at = ((ucontext_t *)context)->uc_mcontext.gregs;
	unsigned leaf = (unsigned)at[REG_RAX], subleaf = (unsigned)at[REG_RCX];
	unsigned eax, ebx, ecx, edx;
	(void)info;
	if (memcmp((const void *)at[REG_RIP], replacement, sizeof replacement)) {
		/* Not ours: the instruction is tried again, and ends the program. */
		signal(signal_number, SIG_DFL);
		return;
	}
	__cpuid_count(leaf, subleaf, eax, ebx, ecx, edx);
	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
		if (wide[i].leaf == leaf && wide[i].subleaf == subleaf) {
			eax &= ~wide[i].eax;
			ebx &= ~wide[i].ebx;
			ecx &= ~wide[i].ecx;
			edx &= ~wide[i].edx;
		}
	at[REG_RAX] = eax;
	at[REG_RBX] = ebx;
	at[REG_RCX] = ecx;
	at[REG_RDX] = edx;
	at[REG_RIP] += (greg_t)sizeof replacement;
}

void
narrow_answer(void)
{
	struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO};
	sigaction(SIGILL, &action, NULL);
}

#else

void
narrow_answer(void)
{
}

#endif
