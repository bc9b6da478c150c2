package io.azulejo.internal.write.sparse;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.Cleanup;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.SpillFile;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.SpillCodec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Temporary files for sorted cells that do not fit into memory. A file is deleted once it has been
 * read, or when this object is closed.
 */
final class RunFiles implements AutoCloseable {
  private final CellLayout layout;
  private final Resources resources;
  private final List<SpillCodec> codecs;
  private final long blockBytes;
  private final Set<SpillFile> files = new LinkedHashSet<>();

  /**
   * Creates the object without files.
   *
   * @param blockBytes amount of cell data that is read from a file at once, in bytes
   */
  RunFiles(WritableArray array, CellLayout layout, Resources resources, long blockBytes) {
    this.layout = layout;
    this.resources = resources;
    this.codecs = layout.spillCodecs(array.key());
    this.blockBytes = blockBytes;
  }

  /** Creates a file and returns its writer. */
  RunWriter begin() {
    SpillFile file = resources.spillFiles().create();
    files.add(file);
    return new RunWriter(file);
  }

  /** Deletes the files of the given runs. */
  void delete(List<SpilledRun> runs) {
    for (SpilledRun run : runs) {
      run.file().close();
      files.remove(run.file());
    }
  }

  /** Deletes all remaining files. */
  @Override
  public void close() {
    List<Runnable> deletions = new ArrayList<>();
    files.forEach(file -> deletions.add(file::close));
    files.clear();
    Cleanup.runAll(deletions);
  }

  /** A range of sorted cells that forms a block. */
  private record Span(int from, int end) {}

  /** One column of a block. */
  private record Part(Span span, int field) {}

  /** An encoded column of a block and its size before filtering in bytes. */
  private record EncodedPart(int size, Slice stored) {}

  /** Writes one file. */
  final class RunWriter {
    private final SpillFile output;
    private final List<SpilledRun.Block> blocks = new ArrayList<>();
    private CellPart.RowNumbers numbers = new CellPart.RowNumbers(Long.MAX_VALUE, 0, false);
    private long cells;

    RunWriter(SpillFile output) {
      this.output = output;
    }

    /** Appends cells, which must sort after the previous ones. */
    void add(SortedCells sorted) {
      List<Span> group = new ArrayList<>();
      long groupBytes = 0;
      int from = 0;
      while (from < sorted.count()) {
        int end = from;
        long bytes = 0;
        do {
          bytes += sorted.bytes(end++);
        } while (end < sorted.count() && bytes < blockBytes);
        group.add(new Span(from, end));
        groupBytes += bytes;
        if (groupBytes >= resources.groupBytes()) {
          write(sorted, group);
          group.clear();
          groupBytes = 0;
        }
        from = end;
      }
      write(sorted, group);
      CellPart.RowNumbers added = sorted.numbers(0, sorted.count());
      numbers =
          new CellPart.RowNumbers(
              Math.min(numbers.first(), added.first()),
              Math.max(numbers.end(), added.end()),
              false);
      cells += sorted.count();
    }

    private void write(SortedCells sorted, List<Span> group) {
      List<Part> parts = new ArrayList<>();
      for (Span span : group) {
        for (int f = 0; f < layout.fields(); f++) {
          parts.add(new Part(span, f));
        }
      }
      List<EncodedPart> encoded = resources.tasks().compute(parts, part -> encode(sorted, part));
      int at = 0;
      for (Span span : group) {
        write(span, encoded.subList(at, at + layout.fields()));
        at += layout.fields();
      }
    }

    /** Writes a block so that it can be read in one piece. */
    private void write(Span span, List<EncodedPart> parts) {
      int[] sizes = parts.stream().mapToInt(EncodedPart::size).toArray();
      int[] stored = parts.stream().mapToInt(part -> part.stored.length()).toArray();
      SpilledRun.Block block =
          new SpilledRun.Block(span.end - span.from, output.size(), sizes, stored);
      byte[] bytes = new byte[block.size()];
      int next = 0;
      for (EncodedPart part : parts) {
        part.stored.copyTo(bytes, next);
        next += part.stored.length();
      }
      output.write(bytes, 0, bytes.length);
      blocks.add(block);
    }

    private EncodedPart encode(SortedCells sorted, Part part) {
      return resources.scratchPool().apply(buffers -> encode(sorted, part, buffers));
    }

    private EncodedPart encode(SortedCells sorted, Part part, ScratchPool.TaskBuffers buffers) {
      int count = part.span.end - part.span.from;
      FieldCells gathered = sorted.gather(part.field, part.span.from, count, buffers);
      SpillCodec codec = codecs.get(part.field);
      int size = Math.toIntExact(codec.size(count, gathered.length()));
      SpillCodec.Encoder encoder = codec.encoder(new byte[size], count, gathered.length());
      encoder.add(
          gathered.data(),
          gathered.start(),
          gathered.length(),
          gathered.offsets(),
          gathered.validity(),
          0,
          count);
      return new EncodedPart(size, encoder.finish(buffers.scratch()));
    }

    /** Returns a description of the written file. */
    SpilledRun finish() {
      return new SpilledRun(output, blocks, cells, numbers);
    }
  }

  /** Decodes a block. */
  CellPart decode(SpilledRun run, SpilledRun.Block block, byte[] bytes) {
    return resources.scratchPool().apply(buffers -> decode(run, block, bytes, buffers));
  }

  private CellPart decode(
      SpilledRun run, SpilledRun.Block block, byte[] bytes, ScratchPool.TaskBuffers buffers) {
    CellColumn[] columns = new CellColumn[codecs.size()];
    int position = 0;
    for (int f = 0; f < columns.length; f++) {
      Slice stored = Slice.of(bytes, position, block.stored()[f]);
      columns[f] = codecs.get(f).decode(stored, block.rows(), block.sizes()[f], buffers.scratch());
      position += stored.length();
    }
    return layout.part(columns, block.rows(), run.numbers());
  }
}
