package io.azulejo.internal.write.dense;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.write.fragment.FieldEncoder;
import io.azulejo.internal.write.fragment.WriteScope;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * Cells of tiles that are not full yet, or not yet to be written, in files of the fragment's folder
 * for as long as they are needed: for each tile and field the cells in the order in which they
 * came. So what is kept for a tile is read back in few pieces, in whatever order the cells of the
 * array come.
 */
final class DenseSpill implements AutoCloseable {
  private final Storage storage;
  private final Supplier<Location> folder;
  private final ArrivalOrder order;
  private final List<FieldEncoder> fields;
  private final HeldCells held;
  private final WriteScope scope;
  private final SpillFormat format;
  private final Deque<SpillFile> files = new ArrayDeque<>();
  private Stored[][] last;
  private long end;
  private int number;

  /** A file with cells before one of that number. */
  private record SpillFile(Location location, long end) {}

  /** Where the cells of a field in a tile lie, after those before. */
  private record Stored(
      Location file, long position, int length, int size, int rows, Stored before) {}

  private record Part(int tile, int field, int rows) {}

  private record Encoded(Part part, int size, Slice bytes) {}

  /**
   * No files yet.
   *
   * @param folder where they will lie; asked for when there is one
   */
  DenseSpill(
      Storage storage,
      Supplier<Location> folder,
      ArrivalOrder order,
      List<FieldEncoder> fields,
      HeldCells held,
      WriteScope scope,
      SpillFormat format) {
    this.storage = storage;
    this.folder = folder;
    this.order = order;
    this.fields = fields;
    this.held = held;
    this.scope = scope;
    this.format = format;
  }

  /** All cells before this one that are still needed are in the files. */
  long end() {
    return end;
  }

  /** Whether a tile has cells in the files. */
  boolean has(int tile) {
    return last != null && last[tile] != null;
  }

  /** Puts all cells that are held and belong to tiles from one on into a file. */
  void add(int firstTile) {
    if (last == null) {
      last = new Stored[order.tiles()][];
    }
    Location location = folder.get().resolve("part_" + number++ + ".tmp");
    files.add(new SpillFile(location, held.end()));
    try (OutputFile file = storage.create(location)) {
      List<Part> group = new ArrayList<>();
      long bytes = 0;
      for (int tile : order.tilesBetween(end, held.end())) {
        int rows = tile < firstTile ? 0 : order.arrivals(tile).count(end, held.end());
        if (rows == 0) {
          continue;
        }
        for (int field = 0; field < fields.size(); field++) {
          group.add(new Part(tile, field, rows));
        }
        bytes += (long) (rows * (held.fixedBytesPerCell() + held.varBytesPerCell()));
        if (bytes > scope.groupBytes()) {
          add(file, group, bytes);
          group.clear();
          bytes = 0;
        }
      }
      add(file, group, bytes);
      file.commit();
    }
    end = held.end();
  }

  private void add(OutputFile file, List<Part> group, long size) {
    MemoryBudget.Lease lease = scope.budget().lease(2 * size); // and as much when it is encoded
    try {
      for (Encoded encoded : scope.tasks().compute(group, this::encode)) {
        Part part = encoded.part;
        if (last[part.tile] == null) {
          last[part.tile] = new Stored[fields.size()];
        }
        Stored[] own = last[part.tile];
        Slice bytes = encoded.bytes;
        own[part.field] =
            new Stored(
                file.location(),
                file.size(),
                bytes.length(),
                encoded.size,
                part.rows,
                own[part.field]);
        file.write(bytes.array(), bytes.offset(), bytes.length());
      }
    } finally {
      lease.close();
    }
  }

  private Encoded encode(Part part) {
    return scope.scratchPool().apply(buffers -> encode(part, buffers));
  }

  private Encoded encode(Part part, ScratchPool.TaskBuffers buffers) {
    FieldEncoder field = fields.get(part.field);
    long varBytes = 0;
    if (field.storage().isVar()) {
      for (ArrivalCursor cells = cursor(part.tile, part.field); cells.next(); ) {
        int[] offsets = cells.column().offsets();
        varBytes += offsets[cells.row() + cells.length()] - offsets[cells.row()];
      }
    }
    long size = SpillFormat.size(field, part.rows, varBytes);
    if (size > Integer.MAX_VALUE - 8) {
      throw new UnsupportedFormatException(
          "a tile of \"%s\" has more than %d bytes: make tiles smaller"
              .formatted(field.name(), Integer.MAX_VALUE - 8));
    }
    Slice bytes =
        format.encode(
            field,
            cursor(part.tile, part.field),
            part.rows,
            buffers.buffer((int) size),
            buffers.scratch());
    return new Encoded(part, (int) size, bytes);
  }

  private ArrivalCursor cursor(int tile, int field) {
    return new ArrivalCursor(order.arrivals(tile), List.of(), held, field, end);
  }

  /** The cells of a field in a tile that are in the files, in the order in which they came. */
  List<SpilledPart> read(int tile, int field, ScratchPool.TaskBuffers buffers) {
    if (!has(tile)) {
      return List.of();
    }
    Deque<SpilledPart> parts = new ArrayDeque<>();
    for (Stored stored = last[tile][field]; stored != null; stored = stored.before) {
      byte[] bytes = new byte[stored.length];
      try (InputFile file = storage.open(stored.file)) {
        file.read(stored.position, bytes, 0, bytes.length);
      }
      CellColumn column =
          format.decode(
              fields.get(field), Slice.of(bytes), stored.rows, stored.size, buffers.scratch());
      parts.addFirst(new SpilledPart(stored.rows, column));
    }
    return List.copyOf(parts);
  }

  /** Tiles before this one are not asked for again. */
  void forget(int from, int to) {
    if (last != null) {
      Arrays.fill(last, from, to, null);
    }
  }

  /** Cells before this one are not needed any more: files of such alone are deleted. */
  void keep(long from) {
    while (!files.isEmpty() && files.getFirst().end <= from) {
      storage.delete(files.getFirst().location);
      files.removeFirst();
    }
  }

  /** Deletes the files. */
  @Override
  public void close() {
    keep(Long.MAX_VALUE);
  }
}
