package io.azulejo.cli.help;

/** A section of a command's help. The constants are in the order of the help. */
public enum Section {
  /** Positional arguments. */
  ARGUMENTS("Arguments"),
  /** Options that do not fit a more specific section. */
  OPTIONS("Options"),
  /** Files that a command reads. */
  INPUT("Input"),
  /** Dimensions and attributes of a new array. */
  SCHEMA("Schema"),
  /** Selection of cells and fields. */
  SELECT("Select"),
  /** Points in time and time ranges. */
  TIME("Time"),
  /** Order of cells and rows. */
  ORDER("Order"),
  /** Tiles and filters. */
  LAYOUT("Layout"),
  /** Axes and colors of a picture. */
  PLOT("Plot"),
  /** Formats and files that a command writes. */
  OUTPUT("Output"),
  /** Encryption keys and seals. */
  STORE("Store"),
  /** Options of all commands. */
  GENERAL("General");

  private final String title;

  Section(String title) {
    this.title = title;
  }

  /** Returns the heading of the section. */
  String title() {
    return title;
  }
}
