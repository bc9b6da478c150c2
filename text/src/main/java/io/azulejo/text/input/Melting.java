package io.azulejo.text.input;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.value.QuotedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Converts wide rows to long rows. Each wide row yields one row per value column, and the name of
 * that column becomes a cell.
 *
 * @param matrix whether every column is a value column, except a first column of row names. The
 *     result then has the columns {@code row}, {@code column} and {@code value}
 * @param kept names of the columns that are not value columns; unused for a matrix. If empty,
 *     trailing columns named by years or dates are the value columns. Without them, all columns but
 *     the first are value columns
 */
public record Melting(boolean matrix, List<String> kept) {
  /** Name of the result column that contains the row of a matrix. */
  public static final String ROW = "row";

  /** Name of the result column that contains the column name of a matrix. */
  public static final String COLUMN = "column";

  static final String VALUE = "value";
  private static final String VARIABLE = "variable";
  private static final Pattern YEAR = Pattern.compile("1[5-9]\\d\\d|2[01]\\d\\d");
  private static final Pattern DATE =
      Pattern.compile("\\d{1,4}[-/.]\\d{1,2}([-/.]\\d{2,4})?|(?i:[a-z]{3,9}[- ]\\d{2,4})");

  /**
   * How the columns of a wide table map to the columns of the result.
   *
   * @param names names of the result columns
   * @param kept indexes of the kept wide columns, in result order
   * @param values indexes of the value columns
   */
  public record Columns(List<String> names, List<Integer> kept, List<Integer> values) {}

  /**
   * Determines the columns of the result.
   *
   * @param names names of all wide columns
   * @param head layout of the wide table
   * @throws InvalidRequestException if a column to keep does not exist, or if no value columns are
   *     left
   */
  public Columns columns(List<String> names, TableLayout head) {
    List<Integer> ids = matrix ? rowNames(names, head) : ids(names);
    List<Integer> values = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!ids.contains(i)) {
        values.add(i);
      }
    }
    if (values.isEmpty()) {
      throw new InvalidRequestException("no columns of values are left: " + QuotedText.list(names));
    }
    List<String> melted = new ArrayList<>();
    if (matrix) {
      melted.addAll(List.of(ROW, COLUMN, VALUE));
      return new Columns(melted, ids, values);
    }
    ids.forEach(id -> melted.add(names.get(id)));
    melted.add(uniqueName(variable(names, values), melted));
    melted.add(uniqueName(VALUE, melted));
    return new Columns(melted, ids, values);
  }

  private static List<Integer> rowNames(List<String> names, TableLayout head) {
    boolean named = names.size() > 1 && (head.rowNames() || head.rowsAreNamed());
    return named ? List.of(0) : List.of();
  }

  private List<Integer> ids(List<String> names) {
    List<Integer> ids = new ArrayList<>();
    for (String name : kept) {
      if (!names.contains(name)) {
        throw new InvalidRequestException(
            "--melt: unknown column \"%s\"; valid: %s".formatted(name, QuotedText.list(names)));
      }
      ids.add(names.indexOf(name));
    }
    if (!kept.isEmpty()) {
      return ids;
    }
    int first = names.size();
    while (first > 0 && isTime(names.get(first - 1))) {
      first--;
    }
    int end = first > 0 && first < names.size() ? first : 1;
    for (int i = 0; i < end; i++) {
      ids.add(i);
    }
    return ids;
  }

  private static boolean isTime(String name) {
    return YEAR.matcher(name).matches() || DATE.matcher(name).matches();
  }

  /** Returns the name of the result column that contains the names of the value columns. */
  private static String variable(List<String> names, List<Integer> values) {
    if (values.stream().allMatch(i -> YEAR.matcher(names.get(i)).matches())) {
      return "year";
    }
    return values.stream().allMatch(i -> DATE.matcher(names.get(i)).matches()) ? "date" : VARIABLE;
  }

  private static String uniqueName(String name, List<String> taken) {
    String uniqueName = name;
    for (int i = 2;
        taken.stream().map(t -> t.toLowerCase(Locale.ROOT)).toList().contains(uniqueName);
        i++) {
      uniqueName = name + i;
    }
    return uniqueName;
  }
}
