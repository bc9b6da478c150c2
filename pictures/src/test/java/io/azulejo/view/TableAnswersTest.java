package io.azulejo.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import io.azulejo.text.json.JsonValue;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows by their numbers, against reads of everything. */
class TableAnswersTest {
  @TempDir private static Path folder;

  private static List<String> rows(Pages pages, long first, int count, String more)
      throws Exception {
    JsonValue answer = pages.ask("rows?id=0&first=" + first + "&count=" + count + more);
    return answer.members().required("rows").elements().stream()
        .map(
            row ->
                row.elements().stream()
                    .map(cell -> cell.isNull() ? "null" : cell.text())
                    .collect(Collectors.joining(",")))
        .toList();
  }

  /** A sparse array of points, written in several overlapping fragments. */
  private static Path points(String name, int fragments, int each) {
    Random random = new Random(18);
    Path array = folder.resolve(name);
    try (Azulejo engine = Azulejo.create()) {
      engine.create(
          Location.of(array),
          TestSchemas.of(
              "sparse(x INT32 0..3000/100, y INT32 0..100000/1000) v INT32; capacity 500"));
      for (int f = 0; f < fragments; f++) {
        int first = f * each;
        engine
            .array(array)
            .append(
                Batch.of(
                    Column.ofInts("x", random.ints(each, 0, 3_000).toArray()),
                    Column.ofInts("y", IntStream.range(first, first + each).toArray()),
                    Column.ofInts("v", random.ints(each, 0, 1_000).toArray())));
      }
    }
    return array;
  }

  @Test
  void rowsOfADenseArrayComeByTheirPlaceInRowMajorOrder() throws Exception {
    Path grid = Pages.sample("grid");
    List<String> all = new ArrayList<>();
    try (Pages pages = new Pages(grid)) {
      List<String> whole = rows(pages, 0, 1_000, "");
      assertThat(whole).hasSizeGreaterThan(50);
      for (int first = 0; first < whole.size(); first += 7) {
        all.addAll(rows(pages, first, 7, ""));
      }
      assertThat(all).isEqualTo(whole);
      assertThat(rows(pages, whole.size(), 10, "")).isEmpty();
      long total =
          Long.parseLong(
              pages.ask("rows?id=0&first=0&count=0").members().required("total").textOrNumber());
      assertThat(total).isEqualTo(whole.size());
    }
  }

  @Test
  void rowsOfASparseArrayAreTheSameFromWhicheverRowOneBegins() throws Exception {
    Path array = points("several", 4, 3_000);
    try (Pages pages = new Pages(array)) {
      List<String> expected = numbers(array, null);
      assertThat(expected).hasSize(12_000);
      check(pages, expected, "");
    }
  }

  @Test
  void aConditionLeavesOutRowsAndCountsTheOthers() throws Exception {
    Path array = points("chosen", 3, 2_000);
    try (Pages pages = new Pages(array)) {
      List<String> expected = numbers(array, Condition.parse("v < 100"));
      assertThat(expected).hasSizeBetween(300, 900);
      check(pages, expected, "&where=" + URLEncoder.encode("v < 100", StandardCharsets.UTF_8));
    }
  }

  private static void check(Pages pages, List<String> expected, String more) throws Exception {
    Random random = new Random(5);
    for (int i = 0; i < 25; i++) {
      int first = random.nextInt(expected.size());
      int count = 1 + random.nextInt(300);
      assertThat(rows(pages, first, count, more))
          .as(String.format(Locale.ROOT, "%d from %d", count, first))
          .isEqualTo(expected.subList(first, Math.min(expected.size(), first + count)));
    }
    JsonValue last = pages.ask("rows?id=0&first=" + (expected.size() + 5) + "&count=5" + more);
    assertThat(last.members().required("rows").elements()).isEmpty();
    JsonValue again = pages.ask("rows?id=0&first=0&count=0" + more);
    assertThat(again.members().required("total").textOrNumber())
        .isEqualTo(String.valueOf(expected.size()));
  }

  private static List<String> numbers(Path array, Condition condition) {
    ReadRequest request = ReadRequest.ALL.layout(Layout.GLOBAL_ORDER);
    if (condition != null) {
      request = request.where(condition);
    }
    List<String> rows = new ArrayList<>();
    try (Azulejo engine = Azulejo.create();
        var in = engine.open(Location.of(array)).read(request).batches()) {
      for (var batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++) {
          StringBuilder line = new StringBuilder();
          for (var column : batch.columns()) {
            line.append(line.isEmpty() ? "" : ",").append(column.getLong(row));
          }
          rows.add(line.toString());
        }
      }
    }
    return rows;
  }
}
