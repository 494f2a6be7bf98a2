// The sample stem from C++: the header declares the function extern "C".
#include "stem.h"

#include <array>
#include <cstddef>
#include <cstdio>

static void
print_rows(const char *title, const std::array<float, STEM_Y_SIZE> &channels)
{
	constexpr std::size_t shape[STEM_Y_RANK] = STEM_Y_SHAPE;

	std::printf("%s\n", title);
	for (std::size_t channel = 0; channel < shape[1]; channel++)
		for (std::size_t x = 0; x < shape[3]; x++)
			std::printf("%9.4f%s", channels[channel * shape[2] * shape[3] + x],
				x + 1 < shape[3] ? "" : "\n");
}

int
main()
{
	const std::array<float, STEM_B_SIZE> none{};
	const std::array<float, STEM_B_SIZE> bias{0.5f, -0.25f, 1, 10};
	std::array<float, STEM_X_SIZE> image;
	std::array<float, STEM_Y_SIZE> channels;

	for (std::size_t i = 0; i < image.size(); i++)
		image[i] = static_cast<float>(i * 7 % 9) / 4 - 1;
	stem(image.data(), none.data(), channels.data());
	print_rows("without a bias", channels);
	stem(image.data(), bias.data(), channels.data());
	print_rows("with a bias", channels);
}
