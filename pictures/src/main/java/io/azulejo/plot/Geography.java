package io.azulejo.plot;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Recognizes degrees of longitude and latitude by the names of fields. */
final class Geography {
  private static final List<String> LONGITUDES =
      List.of("lon", "lng", "long", "longitude", "longitudes");
  private static final List<String> LATITUDES = List.of("lat", "latitude", "latitudes");

  /**
   * The minimum length of a degree of longitude. Without it, a map near a pole would shrink to a
   * line.
   */
  private static final double LEAST = 0.1;

  private Geography() {}

  /**
   * Returns whether two axes show longitude and latitude.
   *
   * @param nameOfX the name of the x axis: its field or label
   * @param endsOfX the low and the high end of the x axis
   * @param nameOfY the name of the y axis: its field or label
   * @param endsOfY the low and the high end of the y axis
   */
  static boolean isMap(
      String nameOfX,
      PlotField x,
      double[] endsOfX,
      String nameOfY,
      PlotField y,
      double[] endsOfY) {
    return is(nameOfX, x, LONGITUDES)
        && isLatitude(nameOfY, y)
        && endsOfX[0] >= -360
        && endsOfX[1] <= 361
        && endsOfY[0] >= -90
        && endsOfY[1] <= 91;
  }

  /** Returns whether the name of a numeric field, or of its labels, means latitude. */
  static boolean isLatitude(String name, PlotField field) {
    return is(name, field, LATITUDES);
  }

  private static boolean is(String name, PlotField field, List<String> names) {
    String[] words = name.toLowerCase(Locale.ROOT).split("[^a-z]+");
    return !field.categorical()
        && (field.field().type().isFloatingPoint() || field.isInteger() && !field.isTime())
        && Arrays.stream(words).anyMatch(names::contains);
  }

  /**
   * Returns the length of a degree of longitude relative to a degree of latitude, at the center of
   * a map.
   *
   * @param south the southern end of the map, in degrees
   * @param north the northern end of the map, in degrees
   */
  static double shrinking(double south, double north) {
    return Math.max(LEAST, Math.cos(Math.toRadians((south + north) / 2)));
  }
}
