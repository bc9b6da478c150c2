package io.azulejo.cli.help;

/** A section of the help of a command, in the order of the help. */
public enum Section {
  /** What a command takes in order, without the name of an option. */
  ARGUMENTS("Arguments"),
  /** What a command does, where a more specific section does not fit. */
  OPTIONS("Options"),
  /** Files that a command reads. */
  INPUT("Input"),
  /** Dimensions and attributes of a new array. */
  SCHEMA("Schema"),
  /** Cells and fields. */
  SELECT("Select"),
  /** Times of an array, and of changes. */
  TIME("Time"),
  /** The order of cells and rows. */
  ORDER("Order"),
  /** Tiles and filters. */
  LAYOUT("Layout"),
  /** Axes and colors of a picture. */
  PLOT("Plot"),
  /** Formats and files that a command writes. */
  OUTPUT("Output"),
  /** Keys and seals. */
  STORE("Store"),
  /** Options of all commands. */
  GENERAL("General");

  private final String title;

  Section(String title) {
    this.title = title;
  }

  /** The heading of the section. */
  String title() {
    return title;
  }
}
