package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.ConsolidationPlan;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Which fragments are chosen to be merged, and what is said about the others. */
class ConsolidationPlanTest {
  private static final Location PLACE = Location.of("mem://a");

  @AutoClose private final Azulejo azulejo = TestArrays.engine(Storage.inMemory());

  private void create(boolean dense, boolean duplicates) {
    Dimension x = Dimension.of("x", Datatype.INT32, Range.of(1, 1000), 10);
    Attribute a = Attribute.of("a", Datatype.INT32);
    azulejo.create(
        PLACE,
        dense
            ? ArraySchema.dense().dimension(x).attribute(a).build()
            : ArraySchema.sparse().dimension(x).attribute(a).allowsDuplicates(duplicates).build());
  }

  /** Writes the cells from one place to another; gives the name of the fragment. */
  private String write(long time, int from, int to, boolean dense) {
    long[] x = new long[to - from + 1];
    Arrays.setAll(x, i -> from + i);
    List<Column> columns = new ArrayList<>();
    if (!dense) {
      columns.add(Column.of("x", Datatype.INT32, x));
    }
    columns.add(Column.of("a", Datatype.INT32, x));
    WriteRequest request = WriteRequest.DEFAULT;
    if (dense) {
      request = request.subarray(Subarray.of("x", from, to));
    }
    return TestArrays.write(
            azulejo.array(PLACE),
            request,
            ChangeOptions.DEFAULT.at(time),
            Batch.of(x.length, columns))
        .get(0);
  }

  private String dense(long time, int from, int to) {
    return write(time, from, to, true);
  }

  private String sparse(long time, int from, int to) {
    return write(time, from, to, false);
  }

  private ConsolidationPlan plan(ConsolidationRequest request) {
    return azulejo.maintenance(PLACE).plan(request);
  }

  private static ConsolidationRequest all() {
    return ConsolidationRequest.DEFAULT;
  }

  @Test
  void mergesAllFragmentsByDefault() {
    create(false, false);
    List<String> names = List.of(sparse(1, 1, 10), sparse(2, 500, 600), sparse(3, 5, 9));
    ConsolidationPlan plan = plan(all());
    assertThat(plan.steps()).hasSize(1);
    assertThat(plan.steps().get(0).inputs()).isEqualTo(names);
    assertThat(plan.steps().get(0).reason()).isEqualTo("all fragments");
    assertThat(plan.skipped()).isEmpty();
  }

  @Test
  void mergesNothingIfThereAreFewerThanTwoFragments() {
    create(false, false);
    assertThat(plan(all())).isEqualTo(plan(all()));
    assertThat(plan(all()).steps()).isEmpty();
    String only = sparse(1, 1, 10);
    assertThat(plan(all()).steps()).isEmpty();
    assertThat(plan(all()).skipped())
        .extracting(ConsolidationPlan.Skipped::name, ConsolidationPlan.Skipped::reason)
        .containsExactly(tuple(only, "no other fragment can be merged with it"));
  }

  @Test
  void theSmallestRunIsTakenAndAnEarlierOneUnlessClearlyLarger() {
    create(false, false);
    String a = sparse(1, 1, 100);
    String b = sparse(2, 101, 210);
    String c = sparse(3, 1, 105);
    String d = sparse(4, 501, 502);
    ConsolidationPlan plan = plan(all().minFragments(2).maxFragments(2).steps(1));
    assertThat(plan.steps().get(0).inputs()).containsExactly(c, d);
    assertThat(plan.steps().get(0).reason())
        .isEqualTo("the smallest of 3 ways to merge 2 adjacent fragments");
    assertThat(plan.skipped()).extracting(ConsolidationPlan.Skipped::name).containsExactly(a, b);
    plan = plan(all().minFragments(2).maxFragments(2).steps(1).times(TimeRange.between(1, 3)));
    assertThat(plan.steps().get(0).inputs()).containsExactly(a, b);
    assertThat(plan.skipped())
        .extracting(ConsolidationPlan.Skipped::name, ConsolidationPlan.Skipped::reason)
        .contains(tuple(d, "it is not entirely within the time range"));
  }

  @Test
  void aStepMergesTheResultOfTheStepBefore() {
    create(false, false);
    String a = sparse(1, 1, 10);
    String b = sparse(2, 1, 10);
    String c = sparse(3, 1, 10);
    ConsolidationPlan plan = plan(all().minFragments(2).maxFragments(2));
    assertThat(plan.steps())
        .extracting(ConsolidationPlan.Step::inputs)
        .containsExactly(List.of(a, b), List.of("step 1", c));
  }

  @Test
  void fragmentsOfOtherSizesAreLeftWhereARatioIsWanted() {
    create(false, false);
    sparse(1, 1, 900);
    sparse(2, 1, 10);
    sparse(3, 1, 11);
    ConsolidationPlan plan = plan(all().minFragments(2).sizeRatio(0.5));
    assertThat(plan.steps().get(0).inputs()).hasSize(2);
    assertThat(plan.steps().get(0).reason())
        .isEqualTo("the only 2 adjacent fragments that can be merged");
    assertThat(plan.skipped().get(0).reason())
        .contains("differs in size by a ratio of", "(minimum: 0.5)");
  }

  @Test
  void denseFragmentsFarApartAreLeftUnlessMoreCellsMayBeWritten() {
    create(true, false);
    dense(1, 1, 10);
    dense(2, 991, 1000);
    assertThat(plan(all()).steps()).isEmpty();
    assertThat(plan(all()).skipped().get(0).reason())
        .contains("it would have 50.00 times the cells (maximum amplification: 1.0)");
    assertThat(plan(all().amplification(50)).steps()).hasSize(1);
    assertThat(plan(all().amplification(49.9)).steps()).isEmpty();
  }

  @Test
  void denseFragmentsAreLeftWhereTheirBoxWouldCoverAnOlderOne() {
    create(true, false);
    String oldest = dense(1, 15, 15);
    dense(2, 1, 10);
    dense(3, 21, 30);
    ConsolidationRequest later = all().times(TimeRange.between(2, 3)).amplification(10);
    assertThat(plan(later).steps()).isEmpty();
    assertThat(plan(later).skipped())
        .anyMatch(left -> left.reason().endsWith("cover cells of the older fragment " + oldest));
    assertThat(plan(all().amplification(10)).steps()).hasSize(1);
  }

  @Test
  void namedFragmentsAreMergedUnlessThatChangesTheArray() {
    create(true, false);
    String a = dense(1, 1, 10);
    String b = dense(2, 5, 8);
    String c = dense(3, 1, 10);
    assertThat(plan(all().fragments(List.of(b, a))).steps().get(0).inputs()).containsExactly(a, b);
    assertThatThrownBy(() -> plan(all().fragments(List.of(a, c))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(
            b + " has cells in their common bounding box and is not newer than all of them");
    refuses(InvalidRequestException.class, () -> plan(all().fragments(List.of(a, "__1_1_x_23"))));
  }

  @Test
  void fragmentsOfOneTimeAreNotPutInAnotherOrder() {
    create(false, false);
    sparse(5, 1, 10);
    sparse(5, 1, 10);
    sparse(5, 1, 10);
    ConsolidationRequest pairs = all().minFragments(2).maxFragments(2);
    assertThat(plan(pairs).steps()).isEmpty();
    assertThat(plan(pairs).skipped().get(0).reason())
        .contains("the merge would change the order of fragments around ");
    assertThat(plan(all()).steps()).hasSize(1);
  }

  @Test
  void fragmentsOfOneTimeAreMergedInAnyOrderWhereAllCellsCount() {
    create(false, true);
    sparse(5, 1, 10);
    sparse(5, 1, 10);
    sparse(5, 1, 10);
    assertThat(plan(all().minFragments(2).maxFragments(2)).steps()).hasSize(2);
  }

  @Test
  void acceptsTheSettingNamesOfTileDb() {
    ConsolidationRequest request =
        all()
            .config("sm.consolidation.steps", "3")
            .config("sm.consolidation.step_min_frags", "2")
            .config("sm.consolidation.step_max_frags", "4")
            .config("sm.consolidation.step_size_ratio", "0.25")
            .config("sm.consolidation.amplification", "2.5")
            .config("sm.consolidation.max_fragment_size", "1000")
            .config("sm.consolidation.purge_deleted_cells", "TRUE")
            .config("sm.consolidation.timestamp_start", "7")
            .config("sm.consolidation.timestamp_end", "18446744073709551615")
            .config("sm.mem.total_budget", "5");
    assertThat(request.steps()).isEqualTo(3);
    assertThat(request.minFragments()).isEqualTo(2);
    assertThat(request.maxFragments()).isEqualTo(4);
    assertThat(request.sizeRatio()).isEqualTo(0.25);
    assertThat(request.amplification()).isEqualTo(2.5);
    assertThat(request.maxFragmentSize()).isEqualTo(1000);
    assertThat(request.isPurged()).isTrue();
    assertThat(request.times()).isEqualTo(new TimeRange(7, -1));
    refuses(InvalidRequestException.class, () -> all().config("sm.consolidation.step", "3"));
    refuses(() -> all().config("sm.consolidation.steps", "many"));
    refuses(() -> all().config("sm.consolidation.step_size_ratio", "2"));
    refuses(() -> all().minFragments(5).maxFragments(4));
  }
}
