package io.azulejo.internal.write.fragment;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.schema.NDRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes one fragment, which becomes visible only when it is committed. It appends tiles to the
 * files of their fields and collects the metadata. Not thread-safe.
 */
public final class FragmentWriter {
  private final WritableArray array;
  private final Resources resources;
  private final FragmentLayout layout;
  private final FragmentName name;
  private final long bytesBefore;
  private final FragmentFiles files;
  private final List<FieldTables> tables = new ArrayList<>();
  private int tiles;
  private int lastTileCells;
  private long bytes;
  private boolean complete;

  /**
   * Begins a fragment. Files are created with the first tiles.
   *
   * @param bytesBefore size of the earlier fragments of the same write in bytes, for progress
   *     reports
   */
  FragmentWriter(
      WritableArray array,
      FragmentLayout layout,
      FragmentName name,
      Resources resources,
      long bytesBefore) {
    this.array = array;
    this.resources = resources;
    this.layout = layout;
    this.name = name;
    this.bytesBefore = bytesBefore;
    this.files =
        new FragmentFiles(
            array.storage(),
            array.location().resolve(ArrayPaths.fragment(name)),
            layout,
            resources);
    layout.fields().forEach(field -> tables.add(new FieldTables(field)));
  }

  FragmentName name() {
    return name;
  }

  /** Returns the number of tiles so far. */
  public int tiles() {
    return tiles;
  }

  /**
   * Returns the size of all files so far in bytes, without metadata. Includes tiles that are still
   * being written.
   */
  public long bytes() {
    return bytes;
  }

  /** Adds tiles. They may still be being written when this method returns. */
  public void append(EncodedTiles encoded) {
    files.append(encoded);
    int next = 0;
    for (int tile = encoded.from(); tile < encoded.to(); tile++) {
      for (FieldTables table : tables) {
        table.add(encoded.fields().get(next++));
      }
      lastTileCells = encoded.source().cells(tile);
      tiles++;
    }
    bytes += encoded.bytes();
    resources.progress().advanced(bytesBefore + bytes, -1);
  }

  /**
   * Completes the fragment, which must have at least one tile. All of its files are durable when
   * this method returns.
   *
   * @param domain the box of the cells of a dense fragment; empty for sparse fragments, where it
   *     follows from the tiles
   */
  void complete(Optional<NDRange> domain) {
    files.commit(
        ArrayPaths.FRAGMENT_METADATA_FILE,
        resources.scratchPool().apply(buffers -> metadata(domain, buffers)));
    complete = true;
  }

  private Slice metadata(Optional<NDRange> domain, ScratchPool.TaskBuffers buffers) {
    return new FragmentMetadata(array, layout, tables, tiles, buffers.scratch())
        .encode(domain, lastTileCells);
  }

  /** Deletes the fragment, whether it is complete or not. */
  void delete() {
    if (complete) {
      files.delete();
    } else {
      files.abort();
    }
  }
}
