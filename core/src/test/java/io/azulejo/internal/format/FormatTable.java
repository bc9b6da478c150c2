package io.azulejo.internal.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table of fields of a page: {@code | Field | Width | Versions | Meaning |}.
 *
 * <p>A field is a path with {@code []} for the entries of a list. A width is a number of bytes, or
 * a link to the page of the structure that the field is, or words for any other. Versions are
 * {@code all}, {@code 5+}, {@code 1-4} or {@code 7}.
 */
record FormatTable(List<Row> rows) {
  static final String HEADER = "| Field | Width | Versions | Meaning |";
  private static final Pattern ROW =
      Pattern.compile("\\| `([^`]+)` \\| ([^|]+) \\| ([^|]+) \\| (.+) \\|");
  private static final Pattern LINK = Pattern.compile("\\[[^]]+]\\(([a-z-]+)\\.md\\)");
  private static final Pattern INDEX = Pattern.compile("\\[(\\d+)]");

  /** A line of the table. */
  record Row(String field, String width, String versions) {
    /** The page of the structure that the field is. */
    Optional<String> page() {
      Matcher link = LINK.matcher(width);
      return link.find() ? Optional.of(link.group(1)) : Optional.empty();
    }

    boolean isIn(int version) {
      if (versions.equals("all")) {
        return true;
      }
      if (versions.endsWith("+")) {
        return version >= Integer.parseInt(versions.substring(0, versions.length() - 1));
      }
      String[] ends = versions.split("-");
      return version >= Integer.parseInt(ends[0])
          && version <= Integer.parseInt(ends[ends.length - 1]);
    }
  }

  /** The first such table of a page. */
  static FormatTable parse(String markdown) {
    List<String> lines = markdown.lines().toList();
    int header = lines.indexOf(HEADER);
    if (header < 0) {
      throw new AssertionError("the page has no table " + HEADER);
    }
    List<Row> rows = new ArrayList<>();
    for (String line : lines.subList(header + 2, lines.size())) {
      if (!line.startsWith("|")) {
        break;
      }
      Matcher row = ROW.matcher(line);
      if (!row.matches()) {
        throw new AssertionError("not a row of the table: " + line);
      }
      rows.add(new Row(row.group(1), row.group(2), row.group(3)));
    }
    return new FormatTable(rows);
  }

  /** What the table says otherwise than the encodings show; empty when it is true. */
  Set<String> errors(List<FormatPage.Sample> samples) {
    Set<String> errors = new TreeSet<>();
    Map<Row, Set<Integer>> versions = new LinkedHashMap<>();
    Map<Row, Set<Integer>> widths = new LinkedHashMap<>();
    rows.forEach(row -> versions.put(row, new TreeSet<>()));
    rows.forEach(row -> widths.put(row, new TreeSet<>()));
    Map<String, Optional<Row>> known = new HashMap<>();
    for (FormatPage.Sample sample : samples) {
      String lastPath = "";
      int last = -1;
      for (WireTrace.Field field : sample.fields()) {
        Optional<Row> found = known.computeIfAbsent(field.path(), this::row);
        if (found.isEmpty()) {
          errors.add("no row for `%s`".formatted(general(field.path())));
          continue;
        }
        int index = rows.indexOf(found.get());
        boolean within = index == last && found.get().page().isPresent();
        if (index <= last && !within && !isNextEntry(lastPath, field.path())) {
          errors.add(
              "`%s` comes after `%s`".formatted(general(field.path()), rows.get(last).field()));
        }
        versions.get(found.get()).add(sample.version());
        widths.get(found.get()).add(field.length());
        last = index;
        lastPath = field.path();
      }
    }
    Set<Integer> all = new HashSet<>();
    samples.forEach(s -> all.add(s.version()));
    for (Row row : rows) {
      Set<Integer> said = new TreeSet<>(all);
      said.removeIf(v -> !row.isIn(v));
      if (!said.equals(versions.get(row))) {
        errors.add("`%s` is in versions %s".formatted(row.field(), versions.get(row)));
      }
      boolean one = widths.get(row).size() == 1;
      if (row.width().matches("\\d+")
          ? !widths.get(row).equals(Set.of(Integer.valueOf(row.width())))
          : one && row.page().isEmpty()) {
        errors.add("`%s` has widths %s".formatted(row.field(), widths.get(row)));
      }
    }
    return errors;
  }

  private Optional<Row> row(String path) {
    String general = general(path);
    return rows.stream()
        .filter(
            r ->
                general.equals(r.field())
                    || (r.page().isPresent() && general.startsWith(r.field() + ".")))
        .findFirst();
  }

  /** Whether two paths lead through different entries of the same list. */
  private static boolean isNextEntry(String path, String next) {
    Matcher one = INDEX.matcher(path);
    Matcher other = INDEX.matcher(next);
    while (one.find() && other.find()) {
      if (!general(path.substring(0, one.start()))
          .equals(general(next.substring(0, other.start())))) {
        return false;
      }
      if (!one.group(1).equals(other.group(1))) {
        return true;
      }
    }
    return false;
  }

  private static String general(String path) {
    return INDEX.matcher(path).replaceAll("[]");
  }
}
