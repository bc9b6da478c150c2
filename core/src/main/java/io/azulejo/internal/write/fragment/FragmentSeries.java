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
 * The fragments of one write or merge, one after the other; its user decides which tiles go to
 * which. Closing it deletes them all. For one thread at a time.
 */
public final class FragmentSeries implements AutoCloseable {
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
   * @param times what the cells are of
   */
  public FragmentSeries(
      WritableArray array, FragmentLayout layout, TimeRange times, Resources resources) {
    this(array, layout, times, List.of(), resources);
  }

  /**
   * Begins the first fragment.
   *
   * @param times what the cells are of
   * @param older fragments of the same times that the new ones have to come after
   */
  public FragmentSeries(
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

  /** Encodes some tiles of a source, at least one, as many as are encoded together. */
  public EncodedTiles encode(TileSource source, int from, int to) {
    return encoder.encode(source, from, to);
  }

  /** The fragment that tiles are added to. */
  public FragmentWriter current() {
    return all.get(all.size() - 1);
  }

  /**
   * Completes the current fragment, which has tiles, and begins the next one.
   *
   * @param domain the box of the cells of a dense fragment; empty for sparse ones
   */
  public void next(Optional<NDRange> domain) {
    FragmentWriter full = current();
    begin();
    full.complete(domain);
  }

  /**
   * Completes the last fragment, which has tiles.
   *
   * @param domain as of {@link #next}
   */
  public void complete(Optional<NDRange> domain) {
    current().complete(domain);
  }

  /** The names of all fragments that have tiles. */
  public List<FragmentName> names() {
    return all.stream().filter(fragment -> fragment.tiles() > 0).map(FragmentWriter::name).toList();
  }

  /** How the fragments keep a field, given by its position in {@link FragmentLayout#fields}. */
  public FieldStorage storage(int field) {
    return layout.fields().get(field).storage();
  }

  /** The number of tiles so far. */
  public long tiles() {
    return all.stream().mapToLong(FragmentWriter::tiles).sum();
  }

  /** The bytes of all files so far, without metadata. */
  public long bytes() {
    return all.stream().mapToLong(FragmentWriter::bytes).sum();
  }

  /** Deletes all fragments, complete or not. */
  @Override
  public void close() {
    List<Runnable> steps = new ArrayList<>();
    for (FragmentWriter fragment : all) {
      steps.add(fragment::delete);
    }
    Cleanup.runAll(steps);
  }
}
