package io.tiledb.java.api;

import io.azulejo.query.TimeRange;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.List;

/**
 * Facts about the fragments of an array at the time when this object was created. Fragments are
 * numbered from 0 in the order of their timestamps.
 *
 * <p>Differences from the native library: {@link #getMBRFromIndex} works for all integer types;
 * {@link #dump} returns its text instead of printing it.
 */
@SuppressWarnings({"rawtypes", "try"}) // the signatures of TileDB-Java
public class FragmentInfo implements AutoCloseable {
  private final Context ctx;
  private final StoredFragments fragments;
  private final Runnable releaseEngine;
  private Config config;

  /** Loads the facts about the fragments of an array. */
  public FragmentInfo(Context ctx, String uri) throws TileDBError {
    this(ctx, uri, ctx.getConfig());
  }

  /** Loads the facts about the fragments of an array with a configuration, such as a key. */
  public FragmentInfo(Context ctx, String uri, Config config) throws TileDBError {
    this.ctx = ctx;
    this.config = config.copy();
    this.releaseEngine = ctx.hold();
    boolean loaded = false;
    try {
      this.fragments = Calls.get(ctx, () -> new StoredFragments(Stored.handle(ctx, uri, config)));
      loaded = true;
    } finally {
      if (!loaded) {
        releaseEngine.run();
      }
    }
  }

  /** Sets the configuration that {@link #getConfig} returns. */
  public void setConfig(Config config) throws TileDBError {
    this.config = config.copy();
  }

  private io.azulejo.FragmentInfo fragment(long id) throws TileDBError {
    List<io.azulejo.FragmentInfo> list = fragments.list();
    if (id < 0 || id >= list.size()) {
      throw new TileDBError(
          "the array has %d fragments, counted from 0; got fragment %d".formatted(list.size(), id));
    }
    return list.get((int) id);
  }

  private Dimension dimension(long id) throws TileDBError {
    List<Dimension> dimensions = fragments.array().schema().dimensions();
    if (id < 0 || id >= dimensions.size()) {
      throw new TileDBError(
          "the array has %d dimensions, counted from 0; got dimension %d"
              .formatted(dimensions.size(), id));
    }
    return dimensions.get((int) id);
  }

  private long dimension(String name) throws TileDBError {
    List<Dimension> dimensions = fragments.array().schema().dimensions();
    for (int i = 0; i < dimensions.size(); i++) {
      if (dimensions.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new TileDBError("the array has no dimension \"" + name + "\"");
  }

  private Range domain(long fragmentId, long dimensionId) throws TileDBError {
    dimension(dimensionId);
    io.azulejo.FragmentInfo fragment = fragment(fragmentId);
    NDRange box =
        Calls.get(ctx, fragment::nonEmptyDomain)
            .orElseThrow(() -> new TileDBError("fragment %d has no cells".formatted(fragmentId)));
    return box.get((int) dimensionId);
  }

  private Range.Strings strings(Range range, long dimensionId) throws TileDBError {
    if (range instanceof Range.Strings strings) {
      return strings;
    }
    throw new TileDBError(
        "dimension \"%s\" does not have strings; use the methods for fixed-size coordinates"
            .formatted(dimension(dimensionId).name()));
  }

  private static Pair<Long, Long> sizes(Range.Strings ends) {
    return new Pair<>((long) ends.low().length, (long) ends.high().length);
  }

  private Pair ends(Range range, long dimensionId) throws TileDBError {
    return Ranges.ends(range, Datatype.ofEngine(dimension(dimensionId).type()));
  }

  /** Returns the sizes in bytes of the lowest and the highest string of a fragment. */
  public Pair<Long, Long> getNonEmptyDomainVarSizeFromIndex(long fragmentID, long dimensionID)
      throws TileDBError {
    return sizes(strings(domain(fragmentID, dimensionID), dimensionID));
  }

  /** Returns the sizes in bytes of the lowest and the highest string of a fragment. */
  public Pair<Long, Long> getNonEmptyDomainVarSizeFromName(long fragmentID, String dimensionName)
      throws TileDBError {
    return getNonEmptyDomainVarSizeFromIndex(fragmentID, dimension(dimensionName));
  }

  /** Returns the number of fragments. */
  public long getFragmentNum() throws TileDBError {
    return fragments.list().size();
  }

  /** Returns the URI of a fragment's folder. */
  public String getFragmentURI(long fragmentID) throws TileDBError {
    return Stored.uri(fragment(fragmentID).location());
  }

  /** Returns the size of all files of a fragment, in bytes. */
  public long getFragmentSize(long fragmentID) throws TileDBError {
    io.azulejo.FragmentInfo fragment = fragment(fragmentID);
    return Calls.get(ctx, () -> StoredFragments.size(fragment));
  }

  /** Returns the number of cells of all fragments. */
  public long getTotalCellNum() throws TileDBError {
    long sum = 0;
    for (int i = 0; i < getFragmentNum(); i++) {
      sum += getCellNum(i);
    }
    return sum;
  }

  /** Returns whether a fragment is dense. */
  public boolean getDense(long fragmentID) throws TileDBError {
    io.azulejo.FragmentInfo fragment = fragment(fragmentID);
    return Calls.get(ctx, fragment::dense);
  }

  /** Returns whether a fragment is sparse. */
  public boolean getSparse(long fragmentID) throws TileDBError {
    return !getDense(fragmentID);
  }

  /** Returns the first and the last timestamp of a fragment. */
  public Pair<Long, Long> getTimestampRange(long fragmentID) throws TileDBError {
    TimeRange times = fragment(fragmentID).times();
    return new Pair<>(times.start(), times.end());
  }

  /** Returns the lowest and the highest coordinate of a fragment. */
  public Pair getNonEmptyDomainFromIndex(long fragmentID, long dimensionID) throws TileDBError {
    return ends(domain(fragmentID, dimensionID), dimensionID);
  }

  /** Returns the lowest and the highest coordinate of a fragment. */
  public Pair getNonEmptyDomainFromName(long fragmentID, String dimensionName) throws TileDBError {
    return getNonEmptyDomainFromIndex(fragmentID, dimension(dimensionName));
  }

  /** Returns a copy of the configuration. */
  public Config getConfig() throws TileDBError {
    return config.copy();
  }

  /** Returns the bytes of the lowest and the highest string of a fragment, as two byte[]. */
  public Pair getNonEmptyDomainVarFromIndex(long fragmentID, long dimensionID) throws TileDBError {
    Range.Strings ends = strings(domain(fragmentID, dimensionID), dimensionID);
    return new Pair<>(ends.low(), ends.high());
  }

  /** Returns the bytes of the lowest and the highest string of a fragment, as two byte[]. */
  public Pair getNonEmptyDomainVarFromName(long fragmentID, String dimensionName)
      throws TileDBError {
    return getNonEmptyDomainVarFromIndex(fragmentID, dimension(dimensionName));
  }

  /** Returns the number of cells of a fragment. */
  public long getCellNum(long fragmentID) throws TileDBError {
    io.azulejo.FragmentInfo fragment = fragment(fragmentID);
    return Calls.get(ctx, fragment::cells);
  }

  /** Returns the format version of a fragment. */
  public long getVersion(long fragmentID) throws TileDBError {
    return fragment(fragmentID).formatVersion();
  }

  /** Returns whether the footer of a fragment is in the newest file of consolidated footers. */
  public boolean hasConsolidatedMetadata(long fragmentID) throws TileDBError {
    return fragment(fragmentID).footerConsolidated();
  }

  /** Returns the number of fragments whose footers are not consolidated. */
  public long getUnconsolidatedMetadataNum() throws TileDBError {
    return fragments.list().stream().filter(one -> !one.footerConsolidated()).count();
  }

  /** Returns the number of fragments that a vacuum would delete. */
  public long getToVacuumNum() throws TileDBError {
    return Calls.get(ctx, fragments::toVacuum).size();
  }

  /** Returns the URI of a fragment that a vacuum would delete. */
  public String getToVacuumUri(long fragmentID) throws TileDBError {
    List<String> uris = Calls.get(ctx, fragments::toVacuum);
    if (fragmentID < 0 || fragmentID >= uris.size()) {
      throw new TileDBError(
          "a vacuum would delete %d fragments, counted from 0; got %d"
              .formatted(uris.size(), fragmentID));
    }
    return uris.get((int) fragmentID);
  }

  /** Returns a description of all fragments in several lines. */
  public String dump() throws TileDBError {
    StringBuilder text =
        new StringBuilder(
            """
            - Fragment num: %d
            - Unconsolidated metadata num: %d
            - To vacuum num: %d
            """
                .formatted(getFragmentNum(), getUnconsolidatedMetadataNum(), getToVacuumNum()));
    for (int i = 0; i < getFragmentNum(); i++) {
      Pair<Long, Long> times = getTimestampRange(i);
      text.append(
          """
          - Fragment #%d:
            > URI: %s
            > Schema name: %s
            > Type: %s
            > Non-empty domain: %s
            > Size: %d
            > Cell num: %d
            > Timestamp range: [%d, %d]
            > Format version: %d
            > Has consolidated metadata: %s
          """
              .formatted(
                  i,
                  getFragmentURI(i),
                  getArraySchemaName(i),
                  getDense(i) ? "dense" : "sparse",
                  fragment(i).nonEmptyDomain().map(NDRange::toString).orElse("none"),
                  getFragmentSize(i),
                  getCellNum(i),
                  times.getFirst(),
                  times.getSecond(),
                  getVersion(i),
                  hasConsolidatedMetadata(i) ? "yes" : "no"));
    }
    return text.toString();
  }

  /** Returns the number of tiles of a sparse fragment, each with a bounding box; 0 for dense. */
  public long getMBRNum(long fragmentID) throws TileDBError {
    return boxes(fragmentID).size();
  }

  private List<NDRange> boxes(long fragmentId) throws TileDBError {
    io.azulejo.FragmentInfo fragment = fragment(fragmentId);
    return Calls.get(ctx, () -> fragments.boxes(fragment));
  }

  private Range box(long fragmentId, long dimensionId, long tile) throws TileDBError {
    dimension(dimensionId);
    List<NDRange> boxes = boxes(fragmentId);
    if (tile < 0 || tile >= boxes.size()) {
      throw new TileDBError(
          "fragment %d has %d bounding boxes, counted from 0; got box %d"
              .formatted(fragmentId, boxes.size(), tile));
    }
    return boxes.get((int) tile).get((int) dimensionId);
  }

  /**
   * Returns the lowest and the highest coordinate of a tile.
   *
   * @param mid the index of the tile
   * @throws TileDBError if the coordinates are not integers
   */
  public long[] getMBRFromIndex(long fragmentID, long dimensionID, long mid) throws TileDBError {
    if (box(fragmentID, dimensionID, mid) instanceof Range.Longs ends) {
      return new long[] {ends.low(), ends.high()};
    }
    throw new TileDBError(
        "the coordinates of dimension \"%s\" are not integers"
            .formatted(dimension(dimensionID).name()));
  }

  /** Returns the lowest and the highest coordinate of a tile; see {@link #getMBRFromIndex}. */
  public long[] getMBRFromName(long fragmentID, String dimName, long mid) throws TileDBError {
    return getMBRFromIndex(fragmentID, dimension(dimName), mid);
  }

  /** Returns the sizes in bytes of the lowest and the highest string of a tile. */
  public Pair<Long, Long> getMBRVarSizeFromIndex(long fragmentID, long dimId, long mid)
      throws TileDBError {
    return sizes(strings(box(fragmentID, dimId, mid), dimId));
  }

  /** Returns the sizes in bytes of the lowest and the highest string of a tile. */
  public Pair<Long, Long> getMBRVarSizeFromName(long fragmentID, String dimName, long mid)
      throws TileDBError {
    return getMBRVarSizeFromIndex(fragmentID, dimension(dimName), mid);
  }

  /** Returns the lowest and the highest string of a tile. */
  public Pair<String, String> getMBRVarFromIndex(long fragmentID, long dimId, long mid)
      throws TileDBError {
    Pair<?, ?> ends = ends(strings(box(fragmentID, dimId, mid), dimId), dimId);
    return new Pair<>((String) ends.getFirst(), (String) ends.getSecond());
  }

  /** Returns the lowest and the highest string of a tile. */
  public Pair<String, String> getMBRVarFromName(long fragmentID, String dimName, long mid)
      throws TileDBError {
    return getMBRVarFromIndex(fragmentID, dimension(dimName), mid);
  }

  /** Returns the stored name of the schema with which a fragment was written. */
  public String getArraySchemaName(long fragmentID) throws TileDBError {
    return fragment(fragmentID).schemaName();
  }

  /** Returns the name of a fragment. */
  public String getFragmentName(long fragmentID) throws TileDBError {
    return fragment(fragmentID).name();
  }

  /**
   * Returns the name of a fragment.
   *
   * @deprecated use {@link #getFragmentName}
   */
  @Deprecated
  public TileDBString getFragmentNameV2(long fragmentID) throws TileDBError {
    return new TileDBString(ctx, getFragmentName(fragmentID));
  }

  /** Releases this object. Closing it again does nothing. */
  @Override
  public void close() throws Exception {
    releaseEngine.run();
  }
}
