//! The sample stem from Rust: the prototype is that of stem.h, the sizes are its macros.

const X_SIZE: usize = 3 * 12 * 12;
const B_SIZE: usize = 4;
const Y_SHAPE: [usize; 4] = [1, 4, 6, 6];
const Y_SIZE: usize = 4 * 6 * 6;

mod emitted {
    use super::{B_SIZE, X_SIZE, Y_SIZE};

    extern "C" {
        pub fn stem(x: *const [f32; X_SIZE], b: *const [f32; B_SIZE], y: *mut [f32; Y_SIZE]);
    }
}

/// References to arrays have the sizes that the function reads and writes, so this is safe.
fn stem(x: &[f32; X_SIZE], b: &[f32; B_SIZE]) -> [f32; Y_SIZE] {
    let mut y = [0.0; Y_SIZE];
    unsafe { emitted::stem(x, b, &mut y) };
    y
}

fn print_rows(title: &str, channels: &[f32; Y_SIZE]) {
    println!("{}", title);
    for channel in channels.chunks(Y_SHAPE[2] * Y_SHAPE[3]) {
        for number in &channel[..Y_SHAPE[3]] {
            print!("{:9.4}", number);
        }
        println!();
    }
}

fn main() {
    let mut image = [0.0; X_SIZE];
    for (i, pixel) in image.iter_mut().enumerate() {
        *pixel = (i * 7 % 9) as f32 / 4.0 - 1.0;
    }
    print_rows("without a bias", &stem(&image, &[0.0; B_SIZE]));
    print_rows("with a bias", &stem(&image, &[0.5, -0.25, 1.0, 10.0]));
}
