package io.azulejo.plot;

import java.util.List;
import java.util.Set;

/**
 * A request for a plot of an array. Null stands for an unset option.
 *
 * @param kind the kind of plot
 * @param x the field of the horizontal axis
 * @param y the field of the vertical axis
 * @param color the field that determines colors
 * @param histogram the field to count the values of; excludes x, y and color
 * @param by the field that has a panel for each value
 * @param categories numeric fields to treat as categories, whose values each have a position or
 *     color of their own
 * @param logarithmic the scales that are logarithmic
 * @param bins the approximate number of bars of a histogram; 0 if unset
 * @param aspect the shape of panels
 * @param direction the direction of the y axis
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

  /** Returns a request for a plot of fields, with defaults for all other options. */
  public static PlotRequest of(String x, String y, String color) {
    return new PlotRequest(
        null, x, y, color, null, null, List.of(), Set.of(), 0, Aspect.USUAL, Direction.USUAL);
  }

  /** Returns a request for a histogram of a field, with defaults for all other options. */
  public static PlotRequest ofHistogram(String field) {
    return new PlotRequest(
        null, null, null, null, field, null, List.of(), Set.of(), 0, Aspect.USUAL, Direction.USUAL);
  }

  /** The kind of a plot. */
  public enum Kind {
    /** A color for each position. */
    HEAT,
    /** A line of values from left to right. */
    LINE,
    /** A point for each cell. */
    POINTS,
    /** An image, whose color channels are attributes. */
    IMAGE
  }

  /** A part of a plot that has a scale. */
  public enum Scaled {
    /** The horizontal axis. */
    X,
    /** The vertical axis. In a histogram, it shows the counts. */
    Y,
    /** The colors. */
    COLOR
  }

  /** The shape of panels. */
  public enum Aspect {
    /**
     * Geographic for degrees of longitude and latitude, square cells for large tables, otherwise
     * free.
     */
    USUAL,
    /** Panels fill the picture. */
    FREE,
    /** Equal differences have equal lengths on both axes. */
    EQUAL,
    /** Equal distances on the ground have equal lengths on both axes. */
    GEOGRAPHIC
  }

  /** The direction in which values, or their labels if there are any, increase on the y axis. */
  public enum Direction {
    /** Down for rows of dense arrays and for names, otherwise up. */
    USUAL,
    /** Upwards. */
    UP,
    /** Downwards. */
    DOWN
  }
}
