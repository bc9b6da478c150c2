package io.azulejo.text.infer;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import io.azulejo.text.input.ColumnProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which columns of a file are best made dimensions, where nobody says. */
final class DimensionChoice {
  private static final List<List<String>> PLACES =
      List.of(
          List.of("latitude", "longitude"),
          List.of("lat", "lon"),
          List.of("lat", "lng"),
          List.of("lat", "long"),
          List.of("y", "x"));

  private DimensionChoice() {}

  /** Places, else times, else integers, else texts, of columns that are never null. */
  static List<ColumnProfile> of(List<ColumnProfile> columns) {
    for (List<String> names : PLACES) {
      List<ColumnProfile> found = new ArrayList<>();
      for (String name : names) {
        named(columns, name).filter(c -> isPossible(c) && !isText(c)).ifPresent(found::add);
      }
      if (found.size() == names.size() && found.get(0).type() == found.get(1).type()) {
        return found;
      }
    }
    return columns.stream()
        .filter(c -> isPossible(c) && c.type().isDatetime())
        .findFirst()
        .or(() -> columns.stream().filter(c -> isPossible(c) && isIntegerValued(c)).findFirst())
        .or(() -> columns.stream().filter(c -> isPossible(c) && isText(c)).findFirst())
        .map(List::of)
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "no column can be a dimension: of dates, integers or texts, without"
                        + " nulls; name some with --dims"));
  }

  private static boolean isIntegerValued(ColumnProfile column) {
    return column.type() == Datatype.INT32 || column.type() == Datatype.INT64;
  }

  private static boolean isText(ColumnProfile column) {
    return column.type().isString();
  }

  /** The column of that name, whatever its case. */
  private static Optional<ColumnProfile> named(List<ColumnProfile> columns, String name) {
    return columns.stream().filter(c -> c.name().toLowerCase(Locale.ROOT).equals(name)).findFirst();
  }

  private static boolean isPossible(ColumnProfile column) {
    return column.count() > 0 && reason(column).isEmpty();
  }

  /** Why a column can't be a dimension; empty if it can. */
  static String reason(ColumnProfile column) {
    if (column.isList() || column.isMixed()) {
      return "its cells are lists";
    }
    if (column.enumeration().isPresent()) {
      return "its cells are values of a dictionary";
    }
    if (column.hasNulls()) {
      return "some of its cells are empty";
    }
    if (column.type() == Datatype.BOOL) {
      return "its cells are only true or false";
    }
    if (column.type() == Datatype.FLOAT64 && !column.isFinite()) {
      return "some of its cells are NaN or infinite";
    }
    return column.type().isString() && !column.isAscii()
        ? "it has characters that are not ASCII"
        : "";
  }
}
