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
 * The layout that {@link io.azulejo.Array#repack} gives the new array. Options that are not set
 * stay as in the old array. {@code repack} checks whether they fit the array. Immutable.
 */
public final class RepackRequest {
  /** Keeps the layout; repacking still drops history and fills tiles. */
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
   * Returns this request with a number of cells per tile of a sparse array.
   *
   * @param cells at least 1
   * @throws InvalidRequestException if it is less than 1
   */
  public RepackRequest capacity(long cells) {
    if (cells < 1) {
      throw new InvalidRequestException("capacity %d is too small (minimum: 1)".formatted(cells));
    }
    return with(changed -> changed.capacity = cells);
  }

  /** Returns this request with a tile length along a numeric dimension. */
  public RepackRequest extent(String dimension, Number length) {
    Objects.requireNonNull(dimension, "dimension");
    Objects.requireNonNull(length, "length");
    return with(changed -> changed.extents.put(dimension, length));
  }

  /**
   * Returns this request with another domain of a numeric dimension. The additional cells of a
   * wider domain are not written in a dense array. A narrower domain is refused if it excludes a
   * cell. A current domain is clipped to the new domain. A tile longer than the domain is shortened
   * to it, unless an {@link #extent} is set.
   *
   * @param range the lowest and the highest coordinate
   */
  public RepackRequest domain(String dimension, Range range) {
    Objects.requireNonNull(dimension, "dimension");
    Objects.requireNonNull(range, "range");
    return with(changed -> changed.domains.put(dimension, range));
  }

  /** Returns this request with filters for an attribute, or for a dimension of a sparse array. */
  public RepackRequest filters(String field, FilterPipeline pipeline) {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(pipeline, "pipeline");
    return with(changed -> changed.filters.put(field, pipeline));
  }

  /** Returns this request with coordinate filters, for dimensions without filters. */
  public RepackRequest coordsFilters(FilterPipeline pipeline) {
    Objects.requireNonNull(pipeline, "pipeline");
    return with(changed -> changed.coordsFilters = pipeline);
  }

  /** Returns this request with filters for the offsets of variable-size cells. */
  public RepackRequest offsetsFilters(FilterPipeline pipeline) {
    Objects.requireNonNull(pipeline, "pipeline");
    return with(changed -> changed.offsetsFilters = pipeline);
  }

  /** Returns this request with filters for validity. */
  public RepackRequest validityFilters(FilterPipeline pipeline) {
    Objects.requireNonNull(pipeline, "pipeline");
    return with(changed -> changed.validityFilters = pipeline);
  }

  /**
   * Returns this request with a checksum appended to all filters without one, including the arrays
   * of dimension labels; see {@link io.azulejo.schema.ArraySchema.Builder#checksum}.
   *
   * @throws io.azulejo.error.InvalidRequestException if the filter is not a checksum
   */
  public RepackRequest checksum(Filter filter) {
    FilterPipeline.EMPTY.withChecksum(filter);
    return with(changed -> changed.checksum = filter);
  }

  /** Returns this request with an order of cells; sparse arrays allow {@link Layout#HILBERT}. */
  public RepackRequest cellOrder(Layout order) {
    Objects.requireNonNull(order, "order");
    return with(changed -> changed.cellOrder = order);
  }

  /** Returns this request with an order of tiles. */
  public RepackRequest tileOrder(Layout order) {
    Objects.requireNonNull(order, "order");
    return with(changed -> changed.tileOrder = order);
  }

  /**
   * Returns this request with a key for the new array. If no key is set and the request is not
   * {@link #unencrypted}, the engine's key for the new location applies, then the old array's key.
   */
  public RepackRequest key(EncryptionKey secret) {
    Objects.requireNonNull(secret, "secret");
    return with(
        changed -> {
          changed.key = secret;
          changed.unencrypted = false;
        });
  }

  /** Returns this request with an unencrypted new array, even if the old one is encrypted. */
  public RepackRequest unencrypted() {
    return with(
        changed -> {
          changed.key = null;
          changed.unencrypted = true;
        });
  }

  /**
   * Returns this request with a format version for the new array (default: 22, the newest that
   * released TileDB reads). {@code repack} refuses versions that cannot be written.
   *
   * @param version 7 to 23
   * @throws io.azulejo.error.InvalidRequestException if it is less than 1
   */
  public RepackRequest formatVersion(int version) {
    if (version < 1) {
      throw new InvalidRequestException("format version " + version + " is too small (minimum: 1)");
    }
    return with(changed -> changed.formatVersion = version);
  }

  /**
   * Returns this request with a timestamp for the new array and its cells (default: now).
   *
   * @param timestamp milliseconds since 1970 UTC, at least 0
   * @throws io.azulejo.error.InvalidRequestException if it is negative
   */
  public RepackRequest at(long timestamp) {
    if (timestamp < 0) {
      throw new InvalidRequestException(
          "write time %d is negative; use milliseconds since 1970".formatted(timestamp));
    }
    return with(changed -> changed.time = timestamp);
  }

  /** Returns this request with a listener for the number of cells written and their total. */
  public RepackRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /** Returns the number of cells per tile of a sparse array; empty to keep it. */
  public OptionalLong capacity() {
    return settings.capacity < 0 ? OptionalLong.empty() : OptionalLong.of(settings.capacity);
  }

  /** Returns the tile lengths that were set, by dimension name; unmodifiable. */
  public Map<String, Number> extents() {
    return Collections.unmodifiableMap(settings.extents);
  }

  /** Returns the domains that were set, by dimension name; unmodifiable. */
  public Map<String, Range> domains() {
    return Collections.unmodifiableMap(settings.domains);
  }

  /** Returns the filters that were set, by dimension or attribute name; unmodifiable. */
  public Map<String, FilterPipeline> filters() {
    return Collections.unmodifiableMap(settings.filters);
  }

  /** Returns the coordinate filters, if set. */
  public Optional<FilterPipeline> coordsFilters() {
    return Optional.ofNullable(settings.coordsFilters);
  }

  /** Returns the filters of offsets, if set. */
  public Optional<FilterPipeline> offsetsFilters() {
    return Optional.ofNullable(settings.offsetsFilters);
  }

  /** Returns the filters of validity, if set. */
  public Optional<FilterPipeline> validityFilters() {
    return Optional.ofNullable(settings.validityFilters);
  }

  /** Returns the checksum to append to all filters without one, including label filters, if set. */
  public Optional<Filter> checksum() {
    return Optional.ofNullable(settings.checksum);
  }

  /** Returns the order of cells in tiles, if set. */
  public Optional<Layout> cellOrder() {
    return Optional.ofNullable(settings.cellOrder);
  }

  /** Returns the order of tiles, if set. */
  public Optional<Layout> tileOrder() {
    return Optional.ofNullable(settings.tileOrder);
  }

  /** Returns the key of the new array, if set. */
  public Optional<EncryptionKey> key() {
    return Optional.ofNullable(settings.key);
  }

  /** Returns whether the new array is unencrypted even if the old one is encrypted. */
  public boolean isUnencrypted() {
    return settings.unencrypted;
  }

  /** Returns the new array's format version; empty for the newest that released TileDB reads. */
  public OptionalInt formatVersion() {
    return settings.formatVersion < 0
        ? OptionalInt.empty()
        : OptionalInt.of(settings.formatVersion);
  }

  /** Returns the new array's timestamp, in milliseconds since 1970 UTC; empty for now. */
  public OptionalLong at() {
    return settings.time < 0 ? OptionalLong.empty() : OptionalLong.of(settings.time);
  }

  /** Returns the listener for the number of cells written (default: {@link Progress#NONE}). */
  public Progress progress() {
    return settings.progress;
  }

  /** The options; not changed after the constructor of the request. */
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
