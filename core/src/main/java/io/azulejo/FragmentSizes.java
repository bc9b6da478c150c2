package io.azulejo;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Computes the numbers of cells and tiles of fragments, and their sizes. */
final class FragmentSizes {
  private FragmentSizes() {}

  /**
   * Describes fragments of a snapshot or of its history. Reads fragment metadata that is not loaded
   * yet.
   */
  static List<FragmentInfo> describe(Snapshot snapshot, List<Fragment> fragments, Tasks tasks) {
    Set<String> consolidated = snapshot.history().consolidatedFooters(fragments, tasks);
    return tasks.io(
        snapshot.storage().traits().waitingRequests(),
        fragments,
        fragment -> describe(fragment, consolidated.contains(fragment.name().text())));
  }

  private static FragmentInfo describe(Fragment fragment, boolean footerConsolidated) {
    String schemaName = fragment.footer().schemaName().orElse(ArrayPaths.SCHEMA_FILE);
    long unfiltered = unfiltered(fragment);
    return new Measured(
        fragment.name().text(),
        fragment.folder(),
        TimeRange.between(fragment.name().t1(), fragment.name().t2()),
        fragment.version().number(),
        fragment.dense(),
        fragment.writtenCells(),
        fragment.tiles(),
        fragment.nonEmptyDomain(),
        schemaName,
        times(schemaName),
        fragment.footer().timestamps(),
        fragment.footer().deleteMetadata(),
        sum(fragment.footer().fileSizes())
            + sum(fragment.footer().varFileSizes())
            + sum(fragment.footer().validityFileSizes()),
        fragment.tables().metadataBytes(),
        footerConsolidated,
        unfiltered,
        fieldBytes(fragment));
  }

  /** Returns the times in the name of a schema; empty for the name that has none. */
  static Optional<TimeRange> times(String schemaName) {
    return schemaName.equals(ArrayPaths.SCHEMA_FILE)
        ? Optional.empty()
        : FragmentName.parse(schemaName).map(name -> TimeRange.between(name.t1(), name.t2()));
  }

  private static Map<String, Long> fieldBytes(Fragment fragment) {
    FragmentFooter footer = fragment.footer();
    ArraySchema schema = fragment.schema().schema();
    Map<String, Long> bytes = new LinkedHashMap<>();
    Stream.of(
            schema.attributes().stream().map(Attribute::name),
            schema.dimensions().stream().map(Dimension::name),
            Stream.of(
                FieldStorage.TIMESTAMPS,
                FieldStorage.DELETE_TIMESTAMPS,
                FieldStorage.DELETE_CONDITION_INDEX))
        .flatMap(names -> names)
        .forEach(
            name ->
                FieldStorage.of(footer, fragment.schema(), schema, name)
                    .ifPresent(field -> bytes.put(fileName(field, name), bytes(footer, field))));
    return bytes;
  }

  private static String fileName(FieldStorage field, String name) {
    return field.kind() == FieldStorage.Kind.ZIPPED_DIMENSION ? FieldStorage.COORDINATES : name;
  }

  private static long bytes(FragmentFooter footer, FieldStorage field) {
    return footer.fileSizes()[field.index()]
        + (field.isVar() ? footer.varFileSizes()[field.index()] : 0)
        + (field.nullable() ? footer.validityFileSizes()[field.index()] : 0);
  }

  /**
   * Returns the size of values, offsets and validity before filtering, in bytes. For dense
   * fragments, this is the size of whole tiles.
   */
  private static long unfiltered(Fragment fragment) {
    ArraySchema schema = fragment.schema().schema();
    List<FieldStorage> fields = new ArrayList<>();
    schema.attributes().forEach(a -> fragment.field(a.name()).ifPresent(fields::add));
    if (!fragment.dense()) {
      schema.dimensions().forEach(d -> fragment.field(d.name()).ifPresent(fields::add));
    }
    fragment.load(fields, false);
    long cells = fragment.dense() ? fragment.storedCells() : fragment.writtenCells();
    long bytes = 0;
    for (FieldStorage field : fields) {
      if (field.isVar()) {
        bytes += cells * Long.BYTES + sum(fragment.varSizes(field));
      } else {
        bytes += cells * field.type().size() * field.cellValNum();
      }
      bytes += field.nullable() ? cells : 0;
    }
    return bytes;
  }

  private static long sum(long[] values) {
    return Arrays.stream(values).sum();
  }

  private record Measured(
      String name,
      Location location,
      TimeRange times,
      int formatVersion,
      boolean dense,
      long cells,
      long tiles,
      Optional<NDRange> nonEmptyDomain,
      String schemaName,
      Optional<TimeRange> schemaTimes,
      boolean timestamps,
      boolean deleteMetadata,
      long bytesOnDisk,
      long metadataBytes,
      boolean footerConsolidated,
      long bytesUnfiltered,
      Map<String, Long> fieldBytes)
      implements FragmentInfo {
    Measured {
      fieldBytes = Collections.unmodifiableMap(new LinkedHashMap<>(fieldBytes));
    }
  }
}
