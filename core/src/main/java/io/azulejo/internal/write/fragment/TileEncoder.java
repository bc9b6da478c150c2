package io.azulejo.internal.write.fragment;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.snapshot.Resources;
import java.util.ArrayList;
import java.util.List;

/** Encodes the tiles of a source in parallel. Each field of each tile is a separate task. */
final class TileEncoder {
  private final List<FieldEncoder> fields;
  private final Resources resources;

  TileEncoder(FragmentLayout layout, Resources resources) {
    this.fields = layout.fields();
    this.resources = resources;
  }

  private record Part(int tile, int field) {}

  /**
   * Tiles that are encoded together.
   *
   * @param to the tile after the last one
   * @param bytes estimated size of the tiles before encoding
   */
  private record Group(int to, long bytes) {}

  /**
   * Encodes the next tiles of a source: at least one, and as many as fit into one group.
   *
   * @param from first tile
   * @param to end of the tiles to encode (exclusive)
   */
  EncodedTiles encode(TileSource source, int from, int to) {
    Group group = group(source, from, to);
    int end = group.to;
    List<Part> parts = new ArrayList<>();
    for (int tile = from; tile < end; tile++) {
      for (int field = 0; field < fields.size(); field++) {
        parts.add(new Part(tile, field));
      }
    }
    MemoryBudget.Lease lease =
        resources.budget().lease(2 * group.bytes); // and as much when it is encoded
    try (lease) {
      source.prepare(from, end);
      if (end < to) {
        Group next = group(source, end, to);
        source.expect(end, next.to, next.bytes);
      }
      return new EncodedTiles(
          source, from, end, resources.tasks().compute(parts, part -> encode(source, part)));
    }
  }

  /**
   * Returns the next group: at least one tile, and as many as fit into the size limit of a group.
   */
  private Group group(TileSource source, int from, int to) {
    long bytes = source.bytes(from);
    int end = from + 1;
    while (end < to && bytes + source.bytes(end) <= resources.groupBytes()) {
      bytes += source.bytes(end++);
    }
    return new Group(end, bytes);
  }

  /** Encodes a field of a tile, or takes it from the source if it is already encoded. */
  private EncodedField encode(TileSource source, Part part) {
    EncodedField stored = source.encoded(part.tile, part.field);
    return resources.scratchPool().apply(buffers -> encode(source, part, stored, buffers));
  }

  private EncodedField encode(
      TileSource source, Part part, EncodedField stored, ScratchPool.TaskBuffers buffers) {
    FieldEncoder field = fields.get(part.field);
    CellRuns written = source.written(part.tile);
    // Copied tiles are decoded, too, so that damaged tiles are rejected and not copied.
    FieldCells cells = source.cells(part.tile, part.field, buffers);
    if (stored == null) {
      return field.encode(cells, written, buffers);
    }
    return stored.summary() == null ? field.summarize(stored, cells, written) : stored;
  }
}
