package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Progress;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@link io.azulejo.Array#repack}: the layout of the new array. Options that are not
 * set keep the old array's values. {@code repack} checks that the options fit the array. Immutable.
 */
public final class RepackRequest {
  /** Keeps the layout. Even so, repacking drops history and fills tiles. */
  public static final RepackRequest DEFAULT = new RepackRequest(new Settings());

  private final Settings settings;

  private RepackRequest(Settings settings) {
    this.settings = settings;
  }

  private RepackRequest with(Consumer<Settings> change) {
    Settings changed = new Settings(settings);
    change.accept(changed);
    return new RepackRequest(changed);
  }

  /**
   * Returns a copy of this request with a tile capacity, for sparse arrays.
   *
   * @param cells the number of cells per tile, at least 1
   * @throws InvalidRequestException if {@code cells} is less than 1
   */
  public RepackRequest capacity(long cells) {
    if (cells < 1) {
      throw new InvalidRequestException("capacity %d is too small (minimum: 1)".formatted(cells));
    }
    return with(changed -> changed.capacity = cells);
  }

  /**
   * Returns a copy of this request with a tile extent for a numeric dimension.
   *
   * @param length the length of a tile along the dimension
   */
  public RepackRequest extent(String dimension, Number length) {
    Objects.requireNonNull(dimension, "dimension");
    Objects.requireNonNull(length, "length");
    return with(changed -> changed.extents.put(dimension, length));
  }

  /**
   * Returns a copy of this request with a new domain for a numeric dimension. In a dense array, the
   * cells that a wider domain adds stay unwritten. {@code repack} refuses a narrower domain that
   * excludes a cell. A current domain is clipped to the new domain. A tile extent longer than the
   * new domain is shortened to it, unless {@link #extent} sets another one.
   *
   * @param range the lowest and the highest coordinate, both inclusive
   */
  public RepackRequest domain(String dimension, Range range) {
    Objects.requireNonNull(dimension, "dimension");
    Objects.requireNonNull(range, "range");
    return with(changed -> changed.domains.put(dimension, range));
  }

  /**
   * Returns a copy of this request with a filter pipeline for an attribute, or for a dimension of a
   * sparse array.
   */
  public RepackRequest filters(String field, FilterPipeline pipeline) {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(pipeline, "pipeline");
    return with(changed -> changed.filters.put(field, pipeline));
  }

  /**
   * Returns a copy of this request with the default filter pipeline for coordinates. It applies to
   * dimensions that have no filters of their own.
   */
  public RepackRequest coordsFilters(FilterPipeline pipeline) {
    Objects.requireNonNull(pipeline, "pipeline");
    return with(changed -> changed.coordsFilters = pipeline);
  }

  /**
   * Returns a copy of this request with the filter pipeline for the offsets of variable-size cells.
   */
  public RepackRequest offsetsFilters(FilterPipeline pipeline) {
    Objects.requireNonNull(pipeline, "pipeline");
    return with(changed -> changed.offsetsFilters = pipeline);
  }

  /** Returns a copy of this request with the filter pipeline for validity. */
  public RepackRequest validityFilters(FilterPipeline pipeline) {
    Objects.requireNonNull(pipeline, "pipeline");
    return with(changed -> changed.validityFilters = pipeline);
  }

  /**
   * Returns a copy of this request with a checksum filter. It is appended to every filter pipeline
   * without a checksum, including those in label arrays; see {@link
   * io.azulejo.schema.ArraySchema.Builder#checksum}.
   *
   * @throws io.azulejo.error.InvalidRequestException if the filter is not a checksum filter
   */
  public RepackRequest checksum(Filter filter) {
    FilterPipeline.EMPTY.withChecksum(filter);
    return with(changed -> changed.checksum = filter);
  }

  /**
   * Returns a copy of this request with a cell order. Only sparse arrays allow {@link
   * Layout#HILBERT}.
   */
  public RepackRequest cellOrder(Layout order) {
    Objects.requireNonNull(order, "order");
    return with(changed -> changed.cellOrder = order);
  }

  /** Returns a copy of this request with a tile order. */
  public RepackRequest tileOrder(Layout order) {
    Objects.requireNonNull(order, "order");
    return with(changed -> changed.tileOrder = order);
  }

  /**
   * Returns a copy of this request with an encryption key for the new array. It cancels an earlier
   * {@link #unencrypted()}. If neither is set, the engine's key for the new location applies, or
   * else the old array's key.
   */
  public RepackRequest key(EncryptionKey secret) {
    Objects.requireNonNull(secret, "secret");
    return with(
        changed -> {
          changed.key = secret;
          changed.unencrypted = false;
        });
  }

  /**
   * Returns a copy of this request that does not encrypt the new array, even if the old array is
   * encrypted. It cancels an earlier {@link #key(EncryptionKey)}.
   */
  public RepackRequest unencrypted() {
    return with(
        changed -> {
          changed.key = null;
          changed.unencrypted = true;
        });
  }

  /**
   * Returns a copy of this request with a format version for the new array. The default, 22, is the
   * newest version that released TileDB versions read. {@code repack} refuses versions that it
   * cannot write.
   *
   * @param version the format version, from 7 to 23
   * @throws io.azulejo.error.InvalidRequestException if {@code version} is less than 1
   */
  public RepackRequest formatVersion(int version) {
    if (version < 1) {
      throw new InvalidRequestException("format version " + version + " is too small (minimum: 1)");
    }
    return with(changed -> changed.formatVersion = version);
  }

  /**
   * Returns a copy of this request with a timestamp for the new array and its cells (default: the
   * time of the call to {@code repack}).
   *
   * @param timestamp milliseconds since 1970-01-01 UTC, at least 0
   * @throws io.azulejo.error.InvalidRequestException if {@code timestamp} is negative
   */
  public RepackRequest at(long timestamp) {
    if (timestamp < 0) {
      throw new InvalidRequestException(
          "write time %d is negative; use milliseconds since 1970".formatted(timestamp));
    }
    return with(changed -> changed.time = timestamp);
  }

  /**
   * Returns a copy of this request with a listener. The listener receives the number of cells
   * written so far and the total number of cells.
   */
  public RepackRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /** Returns the new number of cells per tile of a sparse array; empty to keep the old one. */
  public OptionalLong capacity() {
    return settings.capacity < 0 ? OptionalLong.empty() : OptionalLong.of(settings.capacity);
  }

  /**
   * Returns the new tile extents by dimension name. The map is unmodifiable, and contains only
   * dimensions whose extent changes.
   */
  public Map<String, Number> extents() {
    return Collections.unmodifiableMap(settings.extents);
  }

  /**
   * Returns the new domains by dimension name. The map is unmodifiable, and contains only
   * dimensions whose domain changes.
   */
  public Map<String, Range> domains() {
    return Collections.unmodifiableMap(settings.domains);
  }

  /**
   * Returns the new filter pipelines by dimension or attribute name. The map is unmodifiable, and
   * contains only fields whose filters change.
   */
  public Map<String, FilterPipeline> filters() {
    return Collections.unmodifiableMap(settings.filters);
  }

  /** Returns the new default filters for coordinates; empty to keep the old ones. */
  public Optional<FilterPipeline> coordsFilters() {
    return Optional.ofNullable(settings.coordsFilters);
  }

  /** Returns the new filters for offsets; empty to keep the old ones. */
  public Optional<FilterPipeline> offsetsFilters() {
    return Optional.ofNullable(settings.offsetsFilters);
  }

  /** Returns the new filters for validity; empty to keep the old ones. */
  public Optional<FilterPipeline> validityFilters() {
    return Optional.ofNullable(settings.validityFilters);
  }

  /**
   * Returns the checksum filter to append to all filter pipelines without a checksum, including
   * those in label arrays. Empty to append nothing.
   */
  public Optional<Filter> checksum() {
    return Optional.ofNullable(settings.checksum);
  }

  /** Returns the new cell order; empty to keep the old one. */
  public Optional<Layout> cellOrder() {
    return Optional.ofNullable(settings.cellOrder);
  }

  /** Returns the new tile order; empty to keep the old one. */
  public Optional<Layout> tileOrder() {
    return Optional.ofNullable(settings.tileOrder);
  }

  /**
   * Returns the encryption key of the new array; empty if {@link #key(EncryptionKey)} was not
   * called.
   */
  public Optional<EncryptionKey> key() {
    return Optional.ofNullable(settings.key);
  }

  /** Returns whether the new array is unencrypted even if the old array is encrypted. */
  public boolean isUnencrypted() {
    return settings.unencrypted;
  }

  /**
   * Returns the format version of the new array. Empty for the newest version that released TileDB
   * versions read.
   */
  public OptionalInt formatVersion() {
    return settings.formatVersion < 0
        ? OptionalInt.empty()
        : OptionalInt.of(settings.formatVersion);
  }

  /**
   * Returns the timestamp of the new array, in milliseconds since 1970-01-01 UTC. Empty for the
   * time of the call.
   */
  public OptionalLong at() {
    return settings.time < 0 ? OptionalLong.empty() : OptionalLong.of(settings.time);
  }

  /** Returns the listener for the number of cells written (default: {@link Progress#NONE}). */
  public Progress progress() {
    return settings.progress;
  }

  /** The options of a request. They do not change after the request's constructor. */
  private static final class Settings {
    long capacity = -1;
    final Map<String, Number> extents = new LinkedHashMap<>();
    final Map<String, Range> domains = new LinkedHashMap<>();
    final Map<String, FilterPipeline> filters = new LinkedHashMap<>();
    @Nullable FilterPipeline coordsFilters;
    @Nullable FilterPipeline offsetsFilters;
    @Nullable FilterPipeline validityFilters;
    @Nullable Filter checksum;
    @Nullable Layout cellOrder;
    @Nullable Layout tileOrder;
    @Nullable EncryptionKey key;
    boolean unencrypted;
    int formatVersion = -1;
    long time = -1;
    Progress progress = Progress.NONE;

    Settings() {}

    Settings(Settings other) {
      capacity = other.capacity;
      extents.putAll(other.extents);
      domains.putAll(other.domains);
      filters.putAll(other.filters);
      coordsFilters = other.coordsFilters;
      offsetsFilters = other.offsetsFilters;
      validityFilters = other.validityFilters;
      checksum = other.checksum;
      cellOrder = other.cellOrder;
      tileOrder = other.tileOrder;
      key = other.key;
      unencrypted = other.unencrypted;
      formatVersion = other.formatVersion;
      time = other.time;
      progress = other.progress;
    }
  }
}
