package io.azulejo.plot;

import java.util.List;
import java.util.Set;

/**
 * The requested plot of an array; null stands for an unset option.
 *
 * @param kind the kind of plot
 * @param x the field from left to right
 * @param y the other field
 * @param color the field of the color
 * @param histogram the field whose values are counted, in place of the previous three
 * @param by the field with a panel for each value
 * @param categories numeric fields to treat as categories: each value has its own position or color
 * @param logarithmic the logarithmic scales
 * @param bins the approximate number of bars of a histogram; 0 if unset
 * @param aspect the shape of panels
 * @param direction the direction of y
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
  /** Copies the collections. */
  public PlotRequest {
    categories = List.copyOf(categories);
    logarithmic = Set.copyOf(logarithmic);
  }

  /** Returns a request for some fields with defaults for all else. */
  public static PlotRequest of(String x, String y, String color) {
    return new PlotRequest(
        null, x, y, color, null, null, List.of(), Set.of(), 0, Aspect.USUAL, Direction.USUAL);
  }

  /** Returns a request for a histogram of a field. */
  public static PlotRequest ofHistogram(String field) {
    return new PlotRequest(
        null, null, null, null, field, null, List.of(), Set.of(), 0, Aspect.USUAL, Direction.USUAL);
  }

  /** Kinds of plots of cells. */
  public enum Kind {
    /** A color for each position. */
    HEAT,
    /** A value for each position, from left to right. */
    LINE,
    /** A point for each cell. */
    POINTS,
    /** Attributes as the color channels of an image. */
    IMAGE
  }

  /** Parts of a plot with a scale. */
  public enum Scaled {
    /** The axis from left to right. */
    X,
    /** The other axis; for a histogram, the counts. */
    Y,
    /** The colors. */
    COLOR
  }

  /** Shapes of panels. */
  public enum Aspect {
    /** Geographic for degrees of longitude and latitude, otherwise free. */
    USUAL,
    /** Fills the picture. */
    FREE,
    /** Equal differences have equal lengths on both axes. */
    EQUAL,
    /** Equal distances on the ground have equal lengths on both axes. */
    GEOGRAPHIC
  }

  /** Directions of y. */
  public enum Direction {
    /** Down for rows of dense arrays and for names, otherwise up. */
    USUAL,
    /** Upwards. */
    UP,
    /** Downwards. */
    DOWN
  }
}
