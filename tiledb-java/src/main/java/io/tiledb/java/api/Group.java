package io.tiledb.java.api;

import io.azulejo.ChangeOptions;
import io.azulejo.GroupChange;
import io.azulejo.GroupHandle;
import io.azulejo.MetadataChange;
import io.azulejo.OpenOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An open group: a set of arrays and groups, and metadata. It shows the state of the time at which
 * it was opened.
 *
 * <p>Members and metadata that are added or removed are stored when the group is closed or
 * reopened. Metadata is visible in this object before.
 *
 * <p>Differences from TileDB-Java: {@link #close} throws an unchecked exception if changes cannot
 * be stored. Metadata can be read in every mode. The members are in the order of their names, and
 * those without a name in the order of their URIs.
 */
public class Group implements AutoCloseable {
  private static final String START = "sm.group.timestamp_start";
  private static final String END = "sm.group.timestamp_end";

  private Context ctx;
  private final String uri;
  private QueryType queryType;
  private @Nullable Config config;
  private io.azulejo.@Nullable Group core;
  private ArrayMetadata metadata;
  private GroupChange.Builder changes = GroupChange.builder();
  private boolean changed;

  /**
   * Opens a group.
   *
   * @param uri a path or URI
   * @throws TileDBError if the group does not exist or cannot be opened
   */
  public Group(Context ctx, String uri, QueryType queryType) throws TileDBError {
    this.ctx = ctx;
    this.uri = uri;
    this.queryType = queryType;
    io.azulejo.Group opened = load();
    this.core = opened;
    this.metadata = new ArrayMetadata(Calls.get(ctx, opened::metadata));
  }

  private io.azulejo.Group load() throws TileDBError {
    return Calls.get(ctx, () -> handle(config).open(options()));
  }

  private GroupHandle handle(@Nullable Config settings) throws TileDBError {
    return Stored.engine(ctx, uri, settings).group(Location.of(uri));
  }

  private OpenOptions options() throws TileDBError {
    Config settings = settings();
    long start = settings.integer(START);
    long end = settings.integer(END);
    return start == 0 && end == Long.MAX_VALUE
        ? OpenOptions.DEFAULT
        : OpenOptions.DEFAULT.at(TimeRange.between(start, end));
  }

  private Config settings() {
    Config own = config;
    return own == null ? ctx.config() : own;
  }

  private io.azulejo.Group core() throws TileDBError {
    io.azulejo.Group current = core;
    if (current == null) {
      throw new TileDBError("the group '%s' is closed".formatted(uri));
    }
    return current;
  }

  private void requireChangeable() throws TileDBError {
    core();
    if (queryType != QueryType.TILEDB_WRITE && queryType != QueryType.TILEDB_MODIFY_EXCLUSIVE) {
      throw new TileDBError(
          "the group '%s' is open in the mode %s; open it in the mode TILEDB_WRITE to change it"
              .formatted(uri, queryType));
    }
  }

  /** Returns the context. */
  protected Context getCtx() {
    return ctx;
  }

  /**
   * Sets the configuration with the encryption key and the times of the group, for the next {@link
   * #reopen} and for changes.
   */
  public void setConfig(Config config) throws TileDBError {
    this.config = ctx.config().inherit(config);
  }

  /** Returns a copy of the configuration. */
  public Config getConfig() throws TileDBError {
    return settings().copy();
  }

  /** Returns the mode in which the group was opened. */
  public QueryType getQueryType() {
    return queryType;
  }

  /** Returns the path or URI. */
  public String getUri() throws TileDBError {
    return uri;
  }

  /** Returns whether the group is open. */
  public boolean isOpen() throws TileDBError {
    return core != null;
  }

  /** Creates an empty group. */
  public static void create(Context ctx, String uri) throws TileDBError {
    Calls.run(ctx, () -> Stored.engine(ctx, uri, null).group(Location.of(uri)).create());
  }

  /** Returns the value of a metadata key. It has the type of the stored value. */
  public NativeArray getMetadata(String key, @Nullable Datatype nativeType) throws TileDBError {
    core();
    if (!metadata.has(key)) {
      throw new TileDBError("the group '%s' has no metadata '%s'".formatted(uri, key));
    }
    return metadata.get(key);
  }

  /** Returns the number of metadata keys. */
  public BigInteger getMetadataNum() throws TileDBError {
    core();
    return BigInteger.valueOf(metadata.size());
  }

  /** Returns the metadata key at an index, in the order of the keys, and its value. */
  public Pair<String, NativeArray> getMetadataFromIndex(BigInteger index) throws TileDBError {
    core();
    return metadata.get(checked(index, metadata.size(), "metadata key"));
  }

  /** Returns whether a metadata key exists. */
  public Boolean hasMetadataKey(String key) throws TileDBError {
    core();
    return metadata.has(key);
  }

  /** Sets the value of a metadata key. */
  public void putMetadata(String key, NativeArray value) throws TileDBError {
    requireChangeable();
    metadata.put(key, value);
  }

  /** Removes a metadata key. Has no effect if it does not exist. */
  public void deleteMetadata(String key) throws TileDBError {
    requireChangeable();
    metadata.remove(key);
  }

  private long checked(BigInteger index, int size, String kind) throws TileDBError {
    Util.checkBigIntegerRange(index);
    if (index.compareTo(BigInteger.valueOf(size)) >= 0) {
      throw new TileDBError(
          "the %s %s of the group '%s' does not exist; it has %d, counted from 0"
              .formatted(kind, index, uri, size));
    }
    return index.longValue();
  }

  private List<io.azulejo.Group.Member> members() throws TileDBError {
    List<io.azulejo.Group.Member> members = new ArrayList<>(core().members());
    members.sort(Comparator.comparing(Group::key));
    return members;
  }

  private static String key(io.azulejo.Group.Member member) {
    return member.name().orElseGet(member::uri);
  }

  private io.azulejo.Group.Member named(String name) throws TileDBError {
    Optional<io.azulejo.Group.Member> found =
        core().members().stream().filter(m -> m.name().equals(Optional.of(name))).findFirst();
    return found.orElseThrow(
        () -> new TileDBError("the group '%s' has no member '%s'".formatted(uri, name)));
  }

  /** Returns the number of members. */
  public long getMemberCount() throws TileDBError {
    return core().members().size();
  }

  /** Calls {@link #getMemberByIndex}. */
  @Deprecated
  public @Nullable String getMemberByIndexV2(BigInteger index) throws TileDBError {
    return getMemberByIndex(index);
  }

  /** Returns the name of the member at an index; null if it has no name. */
  public @Nullable String getMemberByIndex(BigInteger index) throws TileDBError {
    List<io.azulejo.Group.Member> members = members();
    return members.get((int) checked(index, members.size(), "member")).name().orElse(null);
  }

  /** Returns the URI of the member at an index, which is absolute. */
  public String getMemberURIByIndex(BigInteger index) throws TileDBError {
    List<io.azulejo.Group.Member> members = members();
    return absolute(members.get((int) checked(index, members.size(), "member")));
  }

  /** Returns the URI of the member with a name, which is absolute. */
  public String getMemberByName(String name) throws TileDBError {
    return absolute(named(name));
  }

  /** Calls {@link #getMemberByName}. */
  public String getMemberURIByName(String name) throws TileDBError {
    return getMemberByName(name);
  }

  /** Calls {@link #getMemberByName}. */
  public String getMemberByNameV2(String name) throws TileDBError {
    return getMemberByName(name);
  }

  /** Has no effect. In earlier releases of TileDB-Java, this method discards its result. */
  public void dumpStr(String string, boolean flag) throws TileDBError {
    core();
  }

  private String absolute(io.azulejo.Group.Member member) throws TileDBError {
    io.azulejo.Group group = core();
    return Calls.get(ctx, () -> Stored.uri(group.locate(member)));
  }

  /** Returns whether the member with a name is stored relative to the folder of the group. */
  public boolean getIsRelativeURIByName(String name) throws TileDBError {
    return named(name).relative();
  }

  /**
   * Adds a member when the group is closed or reopened. Replaces a member with the same name.
   *
   * @param uri an array or a group: a path or URI if it is absolute, or else a path in the folder
   *     of the group
   * @param relative whether the member is stored relative to the folder of the group
   * @param name the name of the member; null for none
   */
  public void addMember(String uri, boolean relative, @Nullable String name) throws TileDBError {
    requireChangeable();
    Calls.run(ctx, () -> add(uri, relative, name));
  }

  private void add(String uri, boolean relative, @Nullable String name) {
    if (name == null) {
      changes = relative ? changes.addRelative(uri) : changes.addAbsolute(uri);
    } else {
      changes = relative ? changes.addRelative(uri, name) : changes.addAbsolute(uri, name);
    }
    changed = true;
  }

  /**
   * Removes a member when the group is closed or reopened.
   *
   * @param nameOrUri its name, its stored URI, or a path or URI of the same location
   * @throws TileDBError if the group has no such member, or several with this URI
   */
  public void removeMember(String nameOrUri) throws TileDBError {
    requireChangeable();
    String key = Calls.get(ctx, () -> memberKey(nameOrUri), "");
    if (!key.isEmpty()) {
      changes.remove(key);
      changed = true;
    }
  }

  private String memberKey(String nameOrUri) throws TileDBError {
    List<io.azulejo.Group.Member> all = core().members();
    if (all.stream().anyMatch(member -> key(member).equals(nameOrUri))) {
      return nameOrUri;
    }
    Location location = Location.of(nameOrUri);
    List<io.azulejo.Group.Member> there = new ArrayList<>();
    for (io.azulejo.Group.Member member : all) {
      if (member.uri().equals(nameOrUri) || core().locate(member).equals(location)) {
        there.add(member);
      }
    }
    if (there.size() != 1) {
      throw new TileDBError(
          "the group '%s' has %d members '%s'; remove a member by its name"
              .formatted(uri, there.size(), nameOrUri));
    }
    return key(there.get(0));
  }

  /** Stores the changes. */
  private void flush() throws TileDBError {
    MetadataChange metadataChange = metadata.takeChanges();
    GroupChange memberChange = changes.build();
    boolean hasMembers = changed;
    changes = GroupChange.builder();
    changed = false;
    long end = settings().integer(END);
    ChangeOptions options =
        end == Long.MAX_VALUE ? ChangeOptions.DEFAULT : ChangeOptions.DEFAULT.at(end);
    if (hasMembers) {
      handle(config).change(memberChange, options);
    }
    if (metadataChange != null) {
      handle(config).metadata().change(metadataChange, options);
    }
  }

  /**
   * Stores the changes, and opens the group again, in another mode.
   *
   * @throws TileDBError if the group is closed, if changes cannot be stored, or if the group cannot
   *     be opened
   */
  public void reopen(Context ctx, QueryType queryType) throws TileDBError {
    core();
    Calls.run(ctx, this::flush);
    this.ctx = ctx;
    this.queryType = queryType;
    io.azulejo.Group opened = load();
    core = opened;
    metadata = new ArrayMetadata(Calls.get(ctx, opened::metadata));
  }

  /**
   * Merges the metadata files into one. The group need not be open.
   *
   * @param config the configuration with the encryption key
   */
  public void consolidateMetadata(Config config) throws TileDBError {
    Config settings = required(config);
    Calls.run(
        ctx,
        () ->
            maintenance(settings)
                .consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.GROUP_METADATA)));
  }

  /**
   * Removes the metadata files that a merge has replaced. The group need not be open.
   *
   * @param config the configuration with the encryption key
   */
  public void vacuumMetadata(Config config) throws TileDBError {
    Config settings = required(config);
    Calls.run(
        ctx,
        () ->
            maintenance(settings)
                .vacuum(VacuumRequest.DEFAULT.mode(MaintenanceMode.GROUP_METADATA)));
  }

  private static Config required(@Nullable Config config) throws TileDBError {
    if (config == null) {
      throw new TileDBError("the configuration is null; pass the one of the context");
    }
    return config;
  }

  private io.azulejo.Maintenance maintenance(Config settings) throws TileDBError {
    return handle(settings).maintenance();
  }

  /**
   * Deletes the group, and closes it. Pending changes are lost.
   *
   * @param recursive if not 0, the members are deleted, too, wherever they are; if 0, members in
   *     the folder of the group remain
   */
  public void delete(short recursive) throws TileDBError {
    io.azulejo.Group group = core();
    Calls.run(
        ctx,
        () -> {
          if (recursive != 0) {
            deleteMembers(group);
          }
          ctx.engine().group(uri).dissolve();
        });
    core = null;
  }

  private void deleteMembers(io.azulejo.Group group) throws TileDBError {
    List<io.azulejo.Group.Descendant> all;
    try (Stream<io.azulejo.Group.Descendant> found =
        group.walk(io.azulejo.Group.Order.MEMBERS_FIRST)) {
      all = found.filter(d -> d.state() == io.azulejo.Group.MemberState.PRESENT).toList();
    }
    for (io.azulejo.Group.Descendant descendant : all) {
      // A member of several groups may already be deleted.
      Location location = descendant.location();
      io.azulejo.ObjectType type = ctx.engine().catalog().type(location);
      if (type == io.azulejo.ObjectType.GROUP) {
        ctx.engine().group(location).dissolve();
      } else if (type == io.azulejo.ObjectType.ARRAY) {
        ctx.engine().catalog().remove(location);
      }
    }
  }

  /**
   * Stores the changes, and closes the group. Repeated calls have no effect.
   *
   * @throws InvalidRequestException if the changes cannot be stored
   */
  @Override
  public void close() {
    if (core != null) {
      core = null;
      try {
        Calls.run(ctx, this::flush);
      } catch (TileDBError e) {
        throw new InvalidRequestException(
            "cannot store the changes of '%s': %s".formatted(uri, e.getMessage()), uri, e);
      }
    }
  }
}
