package io.azulejo.plot;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Recognizes degrees of longitude and latitude by field names. */
final class Geography {
  private static final List<String> LONGITUDES =
      List.of("lon", "lng", "long", "longitude", "longitudes");
  private static final List<String> LATITUDES = List.of("lat", "latitude", "latitudes");

  /** Minimum aspect ratio, because a map near the poles would be as thin as a line. */
  private static final double LEAST = 0.1;

  private Geography() {}

  /**
   * Returns whether two axes are longitude and latitude.
   *
   * @param nameOfX the name of the x axis
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

  /** Returns whether the name of a field or of its labels denotes latitudes. */
  static boolean isLatitude(String name, PlotField field) {
    return is(name, field, LATITUDES);
  }

  private static boolean is(String name, PlotField field, List<String> names) {
    String[] words = name.toLowerCase(Locale.ROOT).split("[^a-z]+");
    return !field.categorical()
        && (field.field().type().isFloatingPoint() || field.isInteger() && !field.isTime())
        && Arrays.stream(words).anyMatch(names::contains);
  }

  /** Returns the length of a degree of longitude per degree of latitude, at the center of a map. */
  static double shrinking(double south, double north) {
    return Math.max(LEAST, Math.cos(Math.toRadians((south + north) / 2)));
  }
}
