package io.azulejo.plot;

import java.util.List;
import java.util.Set;

/**
 * What somebody wants to see of an array; null stands for what was not said.
 *
 * @param kind how it is drawn
 * @param x the field from left to right
 * @param y the other field
 * @param color the field of the colour
 * @param histogram the field whose values are counted, in place of the three before
 * @param by the field of which each value has a panel of its own
 * @param categories fields whose numbers are names: each of them has a place or a colour
 * @param logarithmic what has a logarithmic scale
 * @param bins about how many bars a histogram has; 0 if that was not said
 * @param aspect the shape of panels
 * @param direction where y grows
 */
public record PlotRequest(
    Kind kind,
    String x,
    String y,
    String color,
    String histogram,
    String by,
    List<String> categories,
    Set<Scaled> logarithmic,
    int bins,
    Aspect aspect,
    Direction direction) {
  /** Takes copies of the collections. */
  public PlotRequest {
    categories = List.copyOf(categories);
    logarithmic = Set.copyOf(logarithmic);
  }

  /** Some fields, and else what is usual for them. */
  public static PlotRequest of(String x, String y, String color) {
    return new PlotRequest(
        null, x, y, color, null, null, List.of(), Set.of(), 0, Aspect.USUAL, Direction.USUAL);
  }

  /** A histogram of a field. */
  public static PlotRequest ofHistogram(String field) {
    return new PlotRequest(
        null, null, null, null, field, null, List.of(), Set.of(), 0, Aspect.USUAL, Direction.USUAL);
  }

  /** Ways to draw cells. */
  public enum Kind {
    /** A colour for each place. */
    HEAT,
    /** One value for each place, from left to right. */
    LINE,
    /** A point for each cell. */
    POINTS,
    /** The colours that attributes are the channels of. */
    IMAGE
  }

  /** What has a scale. */
  public enum Scaled {
    /** The axis from left to right. */
    X,
    /** The other axis; of a histogram the counts. */
    Y,
    /** The colours. */
    COLOR
  }

  /** Shapes of panels. */
  public enum Aspect {
    /** Geographic for degrees of longitude and latitude, else what fills the picture. */
    USUAL,
    /** What fills the picture. */
    FREE,
    /** As long upwards as to the right for the same difference. */
    EQUAL,
    /** As long upwards as to the right for the same distance on the ground. */
    GEOGRAPHIC
  }

  /** Where y grows. */
  public enum Direction {
    /** Down for rows of dense arrays and for names, else up. */
    USUAL,
    /** Upwards. */
    UP,
    /** Downwards. */
    DOWN
  }
}
