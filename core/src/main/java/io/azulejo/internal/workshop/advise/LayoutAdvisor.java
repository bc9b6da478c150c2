package io.azulejo.internal.workshop.advise;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.maintenance.Advice;
import io.azulejo.maintenance.AdviceRequest;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.FilterPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Recommends a layout for an array after trying several layouts on a sample of its cells. */
public final class LayoutAdvisor {
  private static final int MANY_FRAGMENTS = 8;

  private LayoutAdvisor() {}

  /** Samples an array and returns the recommended filters and tiles, with all measurements. */
  public static Advice of(Snapshot array, AdviceRequest request, Resources resources) {
    ArraySchema schema = array.schema().schema();
    Sample sample = Sample.of(array, request.sampleBytes(), resources);
    long cells = array.fragments().stream().mapToLong(Fragment::writtenCells).sum();
    List<Advice.FieldFilters> filters =
        FilterTrials.of(schema, sample.parts(), resources.scratchPool());
    List<String> unchecked = array.key().isPresent() ? List.of() : schema.fieldsWithoutChecksum();
    Optional<Advice.Checksums> checksums =
        unchecked.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new AdviceResults.TriedChecksums(
                    unchecked,
                    FilterTrials.ofChecksums(
                        schema, unchecked, sample.parts(), resources.scratchPool())));
    List<Advice.TileTrial> tiles =
        schema.isDense()
            ? DenseTileTrials.of(array, sample.bytesPerCell())
            : SparseTileTrials.of(array, sample.parts(), cells, sample.bytesPerCell());
    RepackRequest recommended =
        tiles.stream()
            .filter(Advice.TileTrial::best)
            .findFirst()
            .map(Advice.TileTrial::layout)
            .orElse(RepackRequest.DEFAULT);
    boolean changes = tiles.stream().anyMatch(trial -> trial.best() && !trial.current());
    for (Advice.FieldFilters field : filters) {
      if (field.best() > 0) {
        changes = true;
        recommended = with(recommended, field);
      }
    }
    return new AdviceResults.Advised(
        cells,
        sample.cells(),
        sample.bytes(),
        sample.places(),
        filters,
        checksums,
        tiles,
        array.fragments().size(),
        notes(array, sample),
        recommended,
        changes);
  }

  /** Returns the encoded size of a column's values as one tile (bytes). */
  public static long filteredSize(Column column, FilterPipeline filters, ScratchPool scratchPool) {
    return scratchPool.apply(
        buffers ->
            (long)
                FilterTrials.encode(FilterTrials.codec(column, filters), column, buffers).length());
  }

  private static RepackRequest with(RepackRequest recommended, Advice.FieldFilters field) {
    FilterPipeline filters = field.trials().get(field.best()).filters();
    if (!field.shared()) {
      return recommended.filters(field.field(), filters);
    }
    return field.field().equals("offsets")
        ? recommended.offsetsFilters(filters)
        : recommended.validityFilters(filters);
  }

  private static List<String> notes(Snapshot array, Sample sample) {
    List<String> notes = new ArrayList<>();
    if (sample.cells() == 0) {
      notes.add("the array has no cells to try layouts on");
    }
    int fragments = array.fragments().size();
    if (fragments > MANY_FRAGMENTS) {
      notes.add(
          "the array has %d fragments, and a read may have to open each of them; consolidate merges fragments, and vacuum deletes those that were merged"
              .formatted(fragments));
    }
    return notes;
  }
}
