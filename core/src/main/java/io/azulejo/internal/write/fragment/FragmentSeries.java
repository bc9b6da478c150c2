package io.azulejo.internal.write.fragment;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Cleanup;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.NDRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The fragments of one write or merge. Subclasses decide which tiles go to which fragment. Closing
 * a series deletes all its fragments. Not safe for use by several threads at once.
 */
public abstract class FragmentSeries implements AutoCloseable {
  private final WritableArray array;
  private final FragmentLayout layout;
  private final TimeRange times;
  private final Collection<FragmentName> older;
  private final Resources resources;
  private final TileEncoder encoder;
  private final List<FragmentWriter> all = new ArrayList<>();

  /**
   * Begins the first fragment.
   *
   * @param times timestamps of the cells
   * @param older fragments of the same times; the names of the new fragments sort after them
   */
  protected FragmentSeries(
      WritableArray array,
      FragmentLayout layout,
      TimeRange times,
      Collection<FragmentName> older,
      Resources resources) {
    this.array = array;
    this.layout = layout;
    this.times = times;
    this.older = older;
    this.resources = resources;
    this.encoder = new TileEncoder(layout, resources);
    begin();
  }

  private void begin() {
    FragmentName name =
        FragmentName.createAfter(older, times.start(), times.end(), array.writeVersion());
    all.add(new FragmentWriter(array, layout, name, resources, bytes()));
  }

  /**
   * Encodes the next tiles of a source: at least one, and as many as fit into one group.
   *
   * @param from first tile
   * @param to end of the tiles to encode (exclusive)
   */
  protected final EncodedTiles encode(TileSource source, int from, int to) {
    return encoder.encode(source, from, to);
  }

  /** Returns the fragment that tiles are currently added to. */
  protected final FragmentWriter current() {
    return all.get(all.size() - 1);
  }

  /**
   * Completes the current fragment, which must have tiles, and begins the next one.
   *
   * @param domain the box of the cells of a dense fragment; empty for sparse fragments
   */
  protected final void next(Optional<NDRange> domain) {
    FragmentWriter full = current();
    begin();
    full.complete(domain);
  }

  /**
   * Completes the last fragment, which must have tiles.
   *
   * @param domain the box of the cells of a dense fragment; empty for sparse fragments
   */
  protected final void complete(Optional<NDRange> domain) {
    current().complete(domain);
  }

  /** Returns the names of all fragments that have tiles. */
  protected final List<FragmentName> names() {
    return all.stream().filter(fragment -> fragment.tiles() > 0).map(FragmentWriter::name).toList();
  }

  /**
   * Returns how the fragments store a field, given its position in {@link FragmentLayout#fields}.
   */
  public final FieldStorage storage(int field) {
    return layout.fields().get(field).storage();
  }

  /** Returns the number of tiles so far. */
  public final long tiles() {
    return all.stream().mapToLong(FragmentWriter::tiles).sum();
  }

  /** Returns the size of all files so far in bytes, without metadata. */
  public final long bytes() {
    return all.stream().mapToLong(FragmentWriter::bytes).sum();
  }

  /** Deletes all fragments, whether they are complete or not. */
  @Override
  public void close() {
    List<Runnable> steps = new ArrayList<>();
    for (FragmentWriter fragment : all) {
      steps.add(fragment::delete);
    }
    Cleanup.runAll(steps);
  }
}
