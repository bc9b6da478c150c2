package io.azulejo.imports.rows;

import io.azulejo.text.input.DateForm;
import io.azulejo.text.input.ValueNotation;
import java.util.ArrayList;
import java.util.List;

/** Determines the notation of the numbers and dates in a table from the profiles of its columns. */
final class NotationChoice {
  private NotationChoice() {}

  /**
   * Determines the notation and returns the profile of the table.
   *
   * @param complete whether the columns contain all rows of the table
   * @param wished notation that was requested; GUESS and a decimal point are determined from the
   *     cells
   */
  static TableProfile profile(
      List<TextProfile> columns, long rows, boolean complete, ValueNotation wished) {
    List<String> notes = new ArrayList<>();
    boolean comma = wished.decimalComma() || isComma(columns, notes);
    DateForm dates = wished.dates() == DateForm.GUESS ? dates(columns, notes) : wished.dates();
    ValueNotation notation = new ValueNotation(dates, comma);
    for (TextProfile column : columns) {
      column.decide(notation);
      if (column.isEpoch()) {
        notes.add(
            "%s is a time since 1970, read as %s; use --date-format iso to keep numbers"
                .formatted(column.name(), column.type()));
      }
      column
          .oddCell()
          .ifPresent(cell -> notes.add("%s is text because of %s".formatted(column.name(), cell)));
    }
    return new TableProfile(List.copyOf(columns), rows, complete, notation, notes);
  }

  private static boolean isComma(List<TextProfile> columns, List<String> notes) {
    boolean comma = columns.stream().anyMatch(c -> c.numbers().decimalMark() == ',');
    boolean point = columns.stream().anyMatch(c -> c.numbers().decimalMark() == '.');
    if (comma && !point) {
      notes.add("numbers have a decimal comma; use --decimal , for further files");
      return true;
    }
    if (!point) {
      columns.stream()
          .filter(c -> c.numbers().hasAmbiguousMarks())
          .forEach(
              c ->
                  notes.add(
                      "%s: commas are read as thousands separators; use --decimal , if they are decimal commas"
                          .formatted(c.name())));
    }
    return false;
  }

  /**
   * Returns the order of day and month that a column proves. Otherwise assumes that the month comes
   * first, and adds a note.
   */
  private static DateForm dates(List<TextProfile> columns, List<String> notes) {
    boolean day = columns.stream().anyMatch(c -> c.dates().order() == DateForm.DMY);
    boolean month = columns.stream().anyMatch(c -> c.dates().order() == DateForm.MDY);
    List<String> unclear =
        columns.stream().filter(c -> c.dates().hasAmbiguousDates()).map(TextProfile::name).toList();
    if (day != month) {
      DateForm order = day ? DateForm.DMY : DateForm.MDY;
      notes.add(
          "dates have the %s first; use --date-format %s for further files"
              .formatted(day ? "day" : "month", order));
      return order;
    }
    for (String name : unclear) {
      notes.add(
          "%s: ambiguous dates are read as month/day; use --date-format dmy for day/month"
              .formatted(name));
    }
    return unclear.isEmpty() && !month ? DateForm.GUESS : DateForm.MDY;
  }
}
