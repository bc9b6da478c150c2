package io.azulejo.plot.picture;

/** Color maps and conversions. Colors are {@code 0xRRGGBB}. */
public final class Colors {
  /** The number of colors for categories, which color-blind people can also distinguish. */
  public static final int CATEGORIES = 8;

  static final int PAPER = 0xffffff;

  /**
   * The viridis color map in 17 steps. It is perceptually uniform, also in gray and for color-blind
   * people.
   */
  private static final int[] VIRIDIS = {
    0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d, 0x2c728e, 0x26828e, 0x21918c,
    0x1fa088, 0x28ae80, 0x3fbc73, 0x5ec962, 0x84d44b, 0xaddc30, 0xd8e219, 0xfde725
  };

  /** The palette of Okabe and Ito, whose colors color-blind people can distinguish. */
  private static final int[] CATEGORY = {
    0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00, 0xf0e442, 0x999999
  };

  private Colors() {}

  /**
   * Returns the color at a position on the color scale.
   *
   * @param part the position, from 0 to 1; other positions are clamped
   */
  public static int scale(double part) {
    double at = Math.max(0, Math.min(1, part)) * (VIRIDIS.length - 1);
    int below = Math.min((int) at, VIRIDIS.length - 2);
    return mix(VIRIDIS[below], VIRIDIS[below + 1], at - below);
  }

  /**
   * Returns the color of a category.
   *
   * @param index the number of the category, starting at 0; colors repeat after {@link #CATEGORIES}
   */
  public static int category(int index) {
    return CATEGORY[index % CATEGORIES];
  }

  /** Returns the perceived lightness of a color, from 0 to 1. */
  static double luminance(int rgb) {
    return (0.2126 * (rgb >> 16 & 0xff) + 0.7152 * (rgb >> 8 & 0xff) + 0.0722 * (rgb & 0xff)) / 255;
  }

  /**
   * Returns a mix of two colors.
   *
   * @param part the weight of the second color, from 0 to 1
   */
  static int mix(int from, int to, double part) {
    int mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      double a = from >> shift & 0xff;
      double b = to >> shift & 0xff;
      mixed |= (int) Math.round(a + (b - a) * part) << shift;
    }
    return mixed;
  }

  /** Returns the 256-color palette index of the nearest color in the palette's color cube. */
  static int cube(int rgb) {
    int index = 16;
    int weight = 36;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int level = rgb >> shift & 0xff;
      // The levels of the color cube are 0, 95, 135, 175, 215 and 255.
      index += weight * (level < 48 ? 0 : Math.min(5, Math.max(1, (level - 35) / 40)));
      weight /= 6;
    }
    return index;
  }
}
