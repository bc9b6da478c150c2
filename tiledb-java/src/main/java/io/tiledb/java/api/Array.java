package io.tiledb.java.api;

import io.azulejo.ArrayHandle;
import io.azulejo.ChangeOptions;
import io.azulejo.MetadataChange;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An open array. It shows the state of the time at which it was opened; {@link #reopen} shows the
 * current state.
 *
 * <p>Metadata that is put or deleted is stored when the array is closed, and is visible in this
 * object before.
 *
 * <p>Differences from the native library:
 *
 * <ul>
 *   <li>{@link #close} throws an unchecked exception if metadata cannot be stored, instead of
 *       losing it silently. Queries of a closed array can go on.
 *   <li>{@link #consolidate(Context, String, String[], int, Config)} works.
 *   <li>Texts of non-empty domains are decoded as ISO 8859-1.
 * </ul>
 */
@SuppressWarnings("rawtypes") // the signatures of TileDB-Java
public class Array implements AutoCloseable {
  private final Context ctx;
  private final String uri;
  private final QueryType queryType;
  private final @Nullable BigInteger start;
  private final @Nullable BigInteger end;
  private @Nullable Config config;
  private io.azulejo.Array core;
  private @Nullable ArrayMetadata metadata;
  private long openedUntil;
  private boolean open = true;
  private final Runnable releaseEngine;
  private volatile @Nullable OffsetFormat offsetFormat;
  private volatile @Nullable Boolean cropsRanges;

  /** Opens an array to read its current cells. */
  public Array(Context ctx, String uri) throws TileDBError {
    this(ctx, uri, QueryType.TILEDB_READ);
  }

  /**
   * Opens an array at a time.
   *
   * @param timestamp_end the end of the time range, in milliseconds since 1970. Reads ignore what
   *     was written later; writes get this timestamp
   */
  public Array(Context ctx, String uri, QueryType query_type, @Nullable BigInteger timestamp_end)
      throws TileDBError {
    this(ctx, uri, query_type, null, timestamp_end);
  }

  /**
   * Opens an array with a time range.
   *
   * @param timestamp_start the start of the time range; null for 0
   * @param timestamp_end the end of the time range; null for the current time. Reads ignore what
   *     was written outside of the range; writes get the end as their timestamp
   */
  public Array(
      Context ctx,
      String uri,
      QueryType query_type,
      @Nullable BigInteger timestamp_start,
      @Nullable BigInteger timestamp_end)
      throws TileDBError {
    if (timestamp_start != null) {
      Util.checkBigIntegerRange(timestamp_start);
    }
    if (timestamp_end != null) {
      Util.checkBigIntegerRange(timestamp_end);
    }
    this.ctx = ctx;
    this.uri = uri;
    this.queryType = query_type;
    this.start = timestamp_start;
    this.end = timestamp_end;
    this.openedUntil = openTime();
    this.releaseEngine = ctx.hold();
    boolean opened = false;
    try {
      this.core = load();
      opened = true;
    } finally {
      if (!opened) {
        releaseEngine.run();
      }
    }
  }

  /** Opens an array with the time of the call. */
  public Array(Context ctx, String uri, QueryType query_type) throws TileDBError {
    this(ctx, uri, query_type, null, null);
  }

  private io.azulejo.Array load() throws TileDBError {
    return Calls.get(ctx, () -> handle().open(options()));
  }

  private ArrayHandle handle() throws TileDBError {
    return Stored.handle(ctx, uri, config);
  }

  /** Returns the handle for changes. */
  ArrayHandle handleForChanges() throws TileDBError {
    checkIsOpen();
    return handle();
  }

  private OpenOptions options() {
    if (queryType != QueryType.TILEDB_READ || (start == null && end == null)) {
      return OpenOptions.DEFAULT;
    }
    return OpenOptions.DEFAULT.at(TimeRange.between(millis(start, 0), openedUntil));
  }

  private long openTime() {
    long unset = queryType == QueryType.TILEDB_READ ? System.currentTimeMillis() : 0;
    return millis(end, unset);
  }

  private static long millis(@Nullable BigInteger time, long absent) {
    if (time == null) {
      return absent;
    }
    return time.bitLength() > Long.SIZE - 1 ? Long.MAX_VALUE : time.longValue();
  }

  /** Returns the engine's array. */
  io.azulejo.Array toEngine() {
    return core;
  }

  /** Returns the form of offsets that the context configures. */
  OffsetFormat offsetFormat() throws TileDBError {
    OffsetFormat format = offsetFormat;
    if (format == null) {
      format = OffsetFormat.of(ctx.config());
      offsetFormat = format;
    }
    return format;
  }

  /** Returns whether the context is configured to crop ranges outside the domain. */
  boolean cropsRanges() throws TileDBError {
    Boolean cropping = cropsRanges;
    if (cropping == null) {
      cropping = SubArray.isCropping(ctx.config());
      cropsRanges = cropping;
    }
    return cropping;
  }

  /** Returns the options of changes through this array: the end of the time range, or now. */
  ChangeOptions changeOptions() {
    return end == null ? ChangeOptions.DEFAULT : ChangeOptions.DEFAULT.at(millis(end, 0));
  }

  /**
   * Checks that the array is not closed.
   *
   * @throws TileDBError if it is closed
   */
  void checkIsOpen() throws TileDBError {
    if (!open) {
      throw new TileDBError("the array " + uri + " is closed");
    }
  }

  private synchronized ArrayMetadata loadedMetadata() throws TileDBError {
    if (metadata == null) {
      metadata = new ArrayMetadata(Calls.get(ctx, core::metadata));
    }
    return metadata;
  }

  private void requireWriting() throws TileDBError {
    checkIsOpen();
    if (queryType != QueryType.TILEDB_WRITE && queryType != QueryType.TILEDB_MODIFY_EXCLUSIVE) {
      throw new TileDBError(
          "the array %s is open for %s; open it with TILEDB_WRITE to change metadata"
              .formatted(uri, queryType));
    }
  }

  private void requireReading() throws TileDBError {
    checkIsOpen();
    if (queryType == QueryType.TILEDB_DELETE || queryType == QueryType.TILEDB_UPDATE) {
      throw new TileDBError(
          "the array %s is open for %s; open it with TILEDB_READ".formatted(uri, queryType));
    }
  }

  /** Merges fragments, or other files, as the configuration of the context says. */
  public static void consolidate(Context ctx, String uri) throws TileDBError {
    consolidate(ctx, uri, ctx.getConfig());
  }

  /**
   * Merges the given fragments into one.
   *
   * @param fragURIs names or URIs of fragments
   * @param numFragments how many of them to merge
   */
  public static void consolidate(
      Context ctx, String uri, String[] fragURIs, int numFragments, Config config)
      throws TileDBError {
    List<String> names =
        List.of(fragURIs).subList(0, numFragments).stream()
            .map(fragment -> Location.of(fragment).name())
            .toList();
    Calls.run(
        ctx,
        () ->
            Stored.handle(ctx, uri, config)
                .consolidate(Stored.consolidation(config).fragments(names)));
  }

  /** Merges fragments, or other files, as a configuration says. */
  public static void consolidate(Context ctx, String uri, Config config) throws TileDBError {
    Calls.run(ctx, () -> Stored.handle(ctx, uri, config).consolidate(Stored.consolidation(config)));
  }

  /** Applies changes to the schema. This object keeps its schema until it is reopened. */
  public void evolve(Context ctx, ArraySchemaEvolution schemaEvolution) throws TileDBError {
    schemaEvolution.evolveArray(uri);
  }

  /** Stores the schema in format version 22 if it has an older version. */
  public void upgradeVersion(Context ctx, Config config) throws TileDBError {
    Calls.run(ctx, () -> Stored.handle(ctx, uri, config).upgrade());
  }

  /** Deletes the files that consolidation has made unnecessary. */
  public static void vacuum(Context ctx, String arrayURI) throws TileDBError {
    vacuum(ctx, arrayURI, ctx.getConfig());
  }

  /** Deletes the files that consolidation has made unnecessary, as a configuration says. */
  public static void vacuum(Context ctx, String arrayURI, Config config) throws TileDBError {
    Calls.run(ctx, () -> Stored.handle(ctx, arrayURI, config).vacuum(Stored.vacuum(config)));
  }

  /** Returns whether there is an array at a location. */
  public static boolean exists(Context ctx, String uri) throws TileDBError {
    return Calls.get(ctx, () -> ctx.engine().catalog().type(Location.of(uri)) == ObjectType.ARRAY);
  }

  /** Checks a schema, and creates an empty array with it. */
  public static void create(String uri, ArraySchema schema) throws TileDBError {
    Context ctx = schema.getCtx();
    Calls.run(ctx, () -> Stored.engine(ctx, uri, null).create(Location.of(uri), schema.toEngine()));
  }

  /** Closes this object, and deletes the stored array. */
  public void delete() throws TileDBError {
    metadata = null;
    close();
    Calls.run(ctx, () -> Stored.engine(ctx, uri, config).catalog().remove(Location.of(uri)));
  }

  /**
   * Returns the lowest and the highest coordinate of the cells, by dimension. Both are null if the
   * array is empty. For string dimensions without cells, they are empty strings.
   */
  public HashMap<String, Pair> nonEmptyDomain() throws TileDBError {
    HashMap<String, Pair> domain = new LinkedHashMap<>();
    List<io.azulejo.schema.Dimension> dimensions = core.schema().dimensions();
    for (int i = 0; i < dimensions.size(); i++) {
      domain.put(dimensions.get(i).name(), getNonEmptyDomainFromIndex(i));
    }
    return domain;
  }

  /** Returns the lowest and the highest coordinate of a dimension; see {@link #nonEmptyDomain}. */
  public Pair getNonEmptyDomainFromIndex(long index) throws TileDBError {
    checkIsOpen();
    io.azulejo.schema.Dimension dimension = dimension(index);
    NDRange box = Calls.get(ctx, core::nonEmptyDomain).orElse(null);
    if (box == null) {
      return dimension.isVar() ? new Pair<>("", "") : Pair.empty();
    }
    return Ranges.ends(box.get((int) index), Datatype.ofEngine(dimension.type()));
  }

  /** Returns the lowest and the highest coordinate of a dimension; see {@link #nonEmptyDomain}. */
  public Pair getNonEmptyDomainFromName(String name) throws TileDBError {
    return getNonEmptyDomainFromIndex(index(name));
  }

  /** Returns the sizes in bytes of the lowest and the highest string of a dimension. */
  public Pair<BigInteger, BigInteger> getNonEmptyDomainVarSizeFromIndex(long index)
      throws TileDBError {
    Pair<String, String> ends = getNonEmptyDomainVarFromIndex(index);
    return new Pair<>(
        BigInteger.valueOf(ends.getFirst().length()),
        BigInteger.valueOf(ends.getSecond().length()));
  }

  /**
   * Returns an enumeration.
   *
   * @throws TileDBError if the schema does not have it
   */
  public Enumeration getEnumeration(String name) throws TileDBError {
    checkIsOpen();
    return new Enumeration(ctx, Calls.get(ctx, () -> core.enumeration(name)));
  }

  /** Returns the sizes in bytes of the lowest and the highest string of a dimension. */
  public Pair<BigInteger, BigInteger> getNonEmptyDomainVarSizeFromName(String name)
      throws TileDBError {
    return getNonEmptyDomainVarSizeFromIndex(index(name));
  }

  /** Returns the lowest and the highest string of a dimension; empty if the array is empty. */
  public Pair<String, String> getNonEmptyDomainVarFromIndex(long index) throws TileDBError {
    if (!dimension(index).isVar()) {
      throw new TileDBError(
          "dimension \"%s\" does not have strings; use getNonEmptyDomainFromIndex"
              .formatted(dimension(index).name()));
    }
    Pair<?, ?> ends = getNonEmptyDomainFromIndex(index);
    return new Pair<>((String) ends.getFirst(), (String) ends.getSecond());
  }

  /** Returns the lowest and the highest string of a dimension; empty if the array is empty. */
  public Pair<String, String> getNonEmptyDomainVarFromName(String name) throws TileDBError {
    return getNonEmptyDomainVarFromIndex(index(name));
  }

  private io.azulejo.schema.Dimension dimension(long index) throws TileDBError {
    List<io.azulejo.schema.Dimension> dimensions = core.schema().dimensions();
    if (index < 0 || index >= dimensions.size()) {
      throw new TileDBError(
          "the array has %d dimensions, counted from 0; got dimension %d"
              .formatted(dimensions.size(), index));
    }
    return dimensions.get((int) index);
  }

  private int index(String name) throws TileDBError {
    List<io.azulejo.schema.Dimension> dimensions = core.schema().dimensions();
    for (int i = 0; i < dimensions.size(); i++) {
      if (dimensions.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new TileDBError("the array has no dimension \"" + name + "\"");
  }

  /**
   * Returns the metadata of a key.
   *
   * @throws TileDBError if the array lacks metadata with this key
   */
  public NativeArray getMetadata(String key) throws TileDBError {
    requireReading();
    return loadedMetadata().get(key);
  }

  /**
   * Returns the metadata of a key, in its stored type.
   *
   * @param nativeType not used
   * @throws TileDBError if the array lacks metadata with this key
   */
  public NativeArray getMetadata(String key, @Nullable Datatype nativeType) throws TileDBError {
    return getMetadata(key);
  }

  /** Deletes the metadata of a key. */
  public void deleteMetadata(String key) throws TileDBError {
    requireWriting();
    loadedMetadata().remove(key);
  }

  /** Returns the number of metadata keys. */
  public BigInteger getMetadataNum() throws TileDBError {
    requireReading();
    return BigInteger.valueOf(loadedMetadata().size());
  }

  /** Returns the metadata at an index, in the order of the keys. */
  public Pair<String, NativeArray> getMetadataFromIndex(long index) throws TileDBError {
    requireReading();
    return loadedMetadata().get(index);
  }

  /** Returns the metadata at an index, in the order of the keys. */
  public Pair<String, NativeArray> getMetadataFromIndex(BigInteger index) throws TileDBError {
    Util.checkBigIntegerRange(index);
    return getMetadataFromIndex(millis(index, 0));
  }

  /** Deletes the fragments that lie completely within a time range. */
  public static void deleteFragments(
      Context ctx, String uri, BigInteger timestampStart, BigInteger timestampEnd)
      throws TileDBError {
    Util.checkBigIntegerRange(timestampStart);
    Util.checkBigIntegerRange(timestampEnd);
    TimeRange times = new TimeRange(millis(timestampStart, 0), millis(timestampEnd, 0));
    Calls.run(ctx, () -> Stored.handle(ctx, uri, null).deleteFragments(times));
  }

  /** Deletes the fragments that lie completely within a time range. */
  public void deleteFragments(BigInteger timestampStart, BigInteger timestampEnd)
      throws TileDBError {
    deleteFragments(ctx, uri, timestampStart, timestampEnd);
  }

  /** Returns all metadata by key: single values as objects, others as {@link NativeArray}. */
  public Map<String, Object> getMetadataMap() throws TileDBError {
    Map<String, Object> map = new LinkedHashMap<>();
    for (long i = 0; i < loadedMetadata().size(); i++) {
      Pair<String, NativeArray> entry = getMetadataFromIndex(i);
      NativeArray value = entry.getSecond();
      map.put(entry.getFirst(), value.getSize() == 1 ? value.getItem(0) : value);
    }
    return map;
  }

  /** Returns whether there is metadata with a key. */
  public Boolean hasMetadataKey(String key) throws TileDBError {
    requireReading();
    return loadedMetadata().has(key);
  }

  /** Puts metadata. The class of the object determines its type; see {@link NativeArray}. */
  public void putMetadata(String key, Object buffer) throws TileDBError {
    try (NativeArray value = new NativeArray(ctx, buffer, buffer.getClass())) {
      putMetadata(key, value);
    }
  }

  /** Puts metadata. The values are copied. */
  public void putMetadata(String key, NativeArray value) throws TileDBError {
    requireWriting();
    loadedMetadata().put(key, value);
  }

  /** Returns the context. */
  public Context getCtx() {
    return ctx;
  }

  /** Returns the URI with which the array was opened. */
  public String getUri() {
    return uri;
  }

  /** Returns a copy of the schema. */
  public ArraySchema getSchema() throws TileDBError {
    checkIsOpen();
    return new ArraySchema(ctx, core);
  }

  /** Returns the start of the time range, in milliseconds since 1970. */
  public long getOpenTimestampStart() throws TileDBError {
    return millis(start, 0);
  }

  /**
   * Returns the end of the time range, in milliseconds since 1970: the time of opening if it was
   * not given. For other modes than reading, it is 0 if it was not given.
   */
  public long getOpenTimestampEnd() throws TileDBError {
    return openedUntil;
  }

  /** Sets the configuration, such as an encryption key. {@link #reopen} uses it. */
  public void setConfig(Config config) throws TileDBError {
    this.config = config.copy();
  }

  /** Returns a copy of the configuration. */
  public Config getConfig() throws TileDBError {
    return config == null ? ctx.getConfig() : config.copy();
  }

  /** Shows the current state of the array, and stores changes of metadata before. */
  public void reopen() throws TileDBError {
    checkIsOpen();
    Calls.run(ctx, this::storeMetadata);
    openedUntil = openTime();
    core = load();
    metadata = null;
  }

  private void storeMetadata() throws TileDBError {
    MetadataChange change = metadata == null ? null : metadata.takeChanges();
    if (change != null) {
      handle().metadata().change(change, changeOptions());
    }
  }

  /** Returns the mode in which the array is open. */
  public QueryType getQueryType() {
    return queryType;
  }

  /**
   * Stores changes of metadata, and closes the array. Closing a closed array does nothing.
   *
   * @throws io.azulejo.error.AzulejoException if metadata cannot be stored
   */
  @Override
  public synchronized void close() {
    if (!open) {
      return;
    }
    open = false;
    try {
      storeMetadata();
    } catch (TileDBError e) {
      throw new io.azulejo.error.InvalidRequestException(
          "cannot store the metadata of " + uri + ": " + e.getMessage(), null, e);
    } finally {
      releaseEngine.run();
    }
  }
}
