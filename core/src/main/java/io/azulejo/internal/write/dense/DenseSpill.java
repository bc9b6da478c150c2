package io.azulejo.internal.write.dense;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.SpillFile;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.write.fragment.FieldEncoder;
import io.azulejo.internal.write.fragment.SpillCodec;
import io.azulejo.schema.EncryptionKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Temporary files for cells of tiles that cannot be written yet. The cells of each tile and field
 * are stored in arrival order. A tile can be read back in few pieces, whatever the order in which
 * cells arrive.
 */
final class DenseSpill implements AutoCloseable {
  /**
   * Appends to the last file until it holds more than 1/FILES of all bytes. This limits the number
   * of open files.
   */
  private static final int FILES = 32;

  private final ArrivalOrder order;
  private final List<FieldEncoder> fields;
  private final HeldCells held;
  private final Resources resources;
  private final List<SpillCodec> codecs;
  private final Deque<CellFile> files = new ArrayDeque<>();
  private Stored[][] last;
  private long end;
  private long bytes;

  /** A file whose cells all have numbers less than {@code end}. */
  private record CellFile(SpillFile file, long end) {}

  /** Location of spilled cells of one field in one tile, linked to those spilled before. */
  private record Stored(
      SpillFile file, long position, int length, int size, int rows, Stored before) {}

  private record Part(int tile, int field, int rows) {}

  private record Encoded(Part part, int size, Slice bytes) {}

  /** Creates a spill without files. */
  DenseSpill(
      ArrivalOrder order,
      List<FieldEncoder> fields,
      HeldCells held,
      Resources resources,
      Optional<EncryptionKey> key) {
    this.order = order;
    this.fields = fields;
    this.held = held;
    this.resources = resources;
    this.codecs =
        fields.stream()
            .map(FieldEncoder::storage)
            .map(field -> SpillCodec.plain(field.isVar(), field.nullable(), key))
            .toList();
  }

  /**
   * Returns the end of the spilled cells. The files hold all cells with smaller numbers that are
   * still needed.
   */
  long end() {
    return end;
  }

  /** Returns whether the files hold cells of a tile. */
  boolean has(int tile) {
    return last != null && last[tile] != null;
  }

  /** Writes all held cells to a file, without the cells of tiles before {@code firstTile}. */
  void add(int firstTile) {
    if (last == null) {
      last = new Stored[order.tiles()][];
    }
    SpillFile file = file();
    long before = file.size();
    List<Part> group = new ArrayList<>();
    long groupBytes = 0;
    for (int tile : order.tilesBetween(end, held.end())) {
      int rows = tile < firstTile ? 0 : order.arrivals(tile).count(end, held.end());
      if (rows == 0) {
        continue;
      }
      for (int field = 0; field < fields.size(); field++) {
        group.add(new Part(tile, field, rows));
      }
      groupBytes += (long) (rows * (held.fixedBytesPerCell() + held.varBytesPerCell()));
      if (groupBytes > resources.groupBytes()) {
        add(file, group, groupBytes);
        group.clear();
        groupBytes = 0;
      }
    }
    add(file, group, groupBytes);
    bytes += file.size() - before;
    end = held.end();
  }

  /**
   * Returns the file for the cells that are held now: the last one, or a new one if that is too
   * large.
   */
  private SpillFile file() {
    CellFile last = files.pollLast();
    if (last != null && last.file.size() > bytes / FILES) {
      files.addLast(last);
      last = null;
    }
    SpillFile file = last == null ? resources.spillFiles().create() : last.file;
    files.addLast(new CellFile(file, held.end()));
    return file;
  }

  private void add(SpillFile file, List<Part> group, long size) {
    MemoryBudget.Lease lease = resources.budget().lease(2 * size); // and as much when it is encoded
    try (lease) {
      for (Encoded encoded : resources.tasks().compute(group, this::encode)) {
        Part part = encoded.part;
        if (last[part.tile] == null) {
          last[part.tile] = new Stored[fields.size()];
        }
        Stored[] own = last[part.tile];
        Slice bytes = encoded.bytes;
        own[part.field] =
            new Stored(file, file.size(), bytes.length(), encoded.size, part.rows, own[part.field]);
        file.write(bytes.array(), bytes.offset(), bytes.length());
      }
    }
  }

  private Encoded encode(Part part) {
    return resources.scratchPool().apply(buffers -> encode(part, buffers));
  }

  private Encoded encode(Part part, ScratchPool.TaskBuffers buffers) {
    FieldEncoder field = fields.get(part.field);
    SpillCodec codec = codecs.get(part.field);
    boolean var = field.storage().isVar();
    int cellSize = field.cellSize();
    long valueBytes = var ? 0 : (long) part.rows * cellSize;
    if (var) {
      for (ArrivalCursor cells = cursor(part.tile, part.field); cells.next(); ) {
        int[] offsets = cells.column().offsets();
        valueBytes += offsets[cells.row() + cells.length()] - offsets[cells.row()];
      }
    }
    long size = codec.size(part.rows, valueBytes);
    if (size > Integer.MAX_VALUE - 8) {
      throw new UnsupportedFormatException(
          "a tile of \"%s\" has more than %d bytes; make tiles smaller"
              .formatted(field.name(), Integer.MAX_VALUE - 8));
    }
    SpillCodec.Encoder encoder =
        codec.encoder(buffers.buffer((int) size), part.rows, (int) valueBytes);
    for (ArrivalCursor cells = cursor(part.tile, part.field); cells.next(); ) {
      CellColumn column = cells.column();
      int row = cells.row();
      int end = row + cells.length();
      int first = var ? column.offsets()[row] : column.start() + row * cellSize;
      int last = var ? column.offsets()[end] : column.start() + end * cellSize;
      encoder.add(
          column.data(),
          first,
          last - first,
          column.offsets(),
          column.validity(),
          row,
          cells.length());
    }
    return new Encoded(part, (int) size, encoder.finish(buffers.scratch()));
  }

  private ArrivalCursor cursor(int tile, int field) {
    return new ArrivalCursor(order.arrivals(tile), List.of(), held, field, end);
  }

  /**
   * Returns the spilled cells of a field in a tile, in arrival order; empty if the tile has none.
   */
  List<SpilledPart> read(int tile, int field, ScratchPool.TaskBuffers buffers) {
    if (!has(tile)) {
      return List.of();
    }
    Deque<SpilledPart> parts = new ArrayDeque<>();
    for (Stored stored = last[tile][field]; stored != null; stored = stored.before) {
      byte[] bytes = new byte[stored.length];
      stored.file.read(stored.position, bytes, 0, bytes.length);
      CellColumn column =
          codecs.get(field).decode(Slice.of(bytes), stored.rows, stored.size, buffers.scratch());
      parts.addFirst(new SpilledPart(stored.rows, column));
    }
    return List.copyOf(parts);
  }

  /**
   * Forgets the cells of the tiles from {@code from} to {@code to} (exclusive), which will not be
   * read again.
   */
  void forget(int from, int to) {
    if (last != null) {
      Arrays.fill(last, from, to, null);
    }
  }

  /** Deletes the files that hold only cells with numbers less than {@code from}. */
  void keep(long from) {
    while (!files.isEmpty() && files.getFirst().end <= from) {
      files.removeFirst().file.close();
    }
  }

  /** Deletes all files. */
  @Override
  public void close() {
    keep(Long.MAX_VALUE);
  }
}
