package io.azulejo;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.GroupDetails;
import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.snapshot.GroupSnapshot;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A group as it was at the time of opening: an immutable snapshot. */
public final class Group {
  private final Engine engine;
  private final OpenOptions options;
  private final GroupSnapshot snapshot;
  private final List<Member> members;

  private Group(Engine engine, OpenOptions options, GroupSnapshot snapshot) {
    this.engine = engine;
    this.options = options;
    this.snapshot = snapshot;
    this.members =
        snapshot.members().stream()
            .<Member>map(
                member ->
                    new StoredMember(
                        member.name(), type(member.kind()), member.uri(), member.relative()))
            .sorted(
                Comparator.comparing(Member::uri).thenComparing(member -> member.name().orElse("")))
            .toList();
  }

  static Group open(Engine engine, Location location, OpenOptions options) {
    GroupSnapshot snapshot =
        GroupSnapshot.open(
            engine.reading(location, options),
            location,
            Engine.times(options),
            engine.key(location, options),
            engine.tasks());
    return new Group(engine, options, snapshot);
  }

  private static ObjectType type(GroupDetails.Kind kind) {
    return switch (kind) {
      case ARRAY -> ObjectType.ARRAY;
      case GROUP -> ObjectType.GROUP;
      case INVALID -> ObjectType.NONE;
    };
  }

  /** The folder of the group. */
  public Location location() {
    return snapshot.location();
  }

  /** The times that it was opened at; their start counts for the metadata alone. */
  public TimeRange times() {
    return snapshot.times();
  }

  /** The members, sorted by URI, then name. */
  public List<Member> members() {
    return members;
  }

  /** The location of a member: relative URIs are resolved against the folder of the group. */
  public Location locate(Member member) {
    return member.relative()
        ? snapshot.location().resolve(member.uri())
        : Location.of(member.uri());
  }

  /**
   * Looks whether a member is where the group says.
   *
   * @return {@link MemberState#PRESENT}, {@link MemberState#MISSING} or {@link
   *     MemberState#UNREACHABLE}
   */
  public MemberState state(Member member) {
    return Cancellation.atDoor(
        () -> {
          Location place = locate(member);
          try {
            return ObjectType.of(engine.kind(place)) == member.type()
                ? MemberState.PRESENT
                : MemberState.MISSING;
          } catch (InvalidRequestException | StorageException e) {
            return MemberState.UNREACHABLE;
          }
        });
  }

  /**
   * Finds all members of this group, of the groups among them, and so on; see {@link #walk(Order,
   * Consumer)}.
   *
   * @throws AzulejoException from the stream, if a group among the members cannot be opened
   */
  public Stream<Descendant> walk(Order order) {
    return walk(
        order,
        e -> {
          throw e;
        });
  }

  /**
   * Finds all members of this group, of the groups among them, and so on. Groups are opened as the
   * stream is consumed, with the options and at the times of this group. The members of a group
   * come in the order of {@link #members}. A group that is a member of several groups is found in
   * each of them; a group that contains itself ends the way there.
   *
   * @param order whether a group comes before or after its members
   * @param unopened receives the failure of each group that cannot be opened, whose members are
   *     then left out
   */
  public Stream<Descendant> walk(Order order, Consumer<AzulejoException> unopened) {
    return StreamSupport.stream(new Walk(order, unopened), false);
  }

  /** The metadata by key, sorted by the bytes of the keys. */
  public Map<String, MetadataValue> metadata() {
    return Metadata.values(snapshot.metadata());
  }

  /**
   * A member of a group. Immutable.
   *
   * <p>Azulejo implements this interface; later releases may add methods.
   */
  public interface Member {
    /** Returns its name in the group; empty if it has none. */
    Optional<String> name();

    /** Returns the type of the object when it was added. */
    ObjectType type();

    /** Returns its URI as stored: relative to the group, or absolute. */
    String uri();

    /** Returns whether the URI is relative to the group. */
    boolean relative();
  }

  record StoredMember(Optional<String> name, ObjectType type, String uri, boolean relative)
      implements Member {}

  /** The result of looking for a member. */
  public enum MemberState {
    /** An array or a group of the stored type is there. */
    PRESENT,
    /** Nothing is there, or something of another type. */
    MISSING,
    /** It cannot be looked for: its store is unknown or refuses. */
    UNREACHABLE,
    /** It is a group on the way to itself; its members are not walked again. */
    CYCLE
  }

  /** The order of a walk. */
  public enum Order {
    /** A group comes before its members. */
    GROUPS_FIRST,
    /** A group comes after its members, as it must to remove them. */
    MEMBERS_FIRST
  }

  /**
   * A member of a group, or of a group below it. Immutable.
   *
   * <p>Azulejo implements this interface; later releases may add methods.
   */
  public interface Descendant {
    /**
     * Returns the names on the way from the group, joined by slashes. A member without a name has
     * the name of its folder.
     */
    String path();

    /** Returns its location. */
    Location location();

    /** Returns the type of the object when it was added to its group. */
    ObjectType type();

    /** Returns whether the object was found at its location. */
    MemberState state();
  }

  private record FoundMember(String path, Location location, ObjectType type, MemberState state)
      implements Descendant {}

  /** A group on the way, whose members are being visited. */
  private static final class Step {
    final Group group;
    final Location real;
    final Iterator<Member> rest;
    final String prefix;

    /** What is found last, if members come first. */
    final Optional<Descendant> last;

    Step(Group group, Location real, String prefix, Optional<Descendant> last) {
      this.group = group;
      this.real = real;
      this.rest = group.members.iterator();
      this.prefix = prefix;
      this.last = last;
    }
  }

  /** The groups on the way are kept here rather than on the stack of the thread. */
  private final class Walk extends Spliterators.AbstractSpliterator<Descendant> {
    private final Order order;
    private final Consumer<AzulejoException> unopened;
    private final Deque<Step> way = new ArrayDeque<>();
    private final OpenOptions below = options.at(times());

    Walk(Order order, Consumer<AzulejoException> unopened) {
      super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
      this.order = order;
      this.unopened = unopened;
      way.push(new Step(Group.this, real(location()), "", Optional.empty()));
    }

    @Override
    public boolean tryAdvance(Consumer<? super Descendant> action) {
      Optional<Descendant> next = Optional.empty();
      while (next.isEmpty() && !way.isEmpty()) {
        next = Cancellation.atDoor(this::advance);
      }
      next.ifPresent(action);
      return next.isPresent();
    }

    /** One step; empty if nothing is found by it. */
    private Optional<Descendant> advance() {
      Step step = way.element();
      if (!step.rest.hasNext()) {
        way.pop();
        return step.last;
      }
      Member member = step.rest.next();
      Location place = step.group.locate(member);
      String path = step.prefix + member.name().orElseGet(place::name);
      MemberState state = step.group.state(member);
      if (state != MemberState.PRESENT || member.type() != ObjectType.GROUP) {
        return Optional.of(new FoundMember(path, place, member.type(), state));
      }
      Location real = real(place);
      if (way.stream().anyMatch(above -> above.real.equals(real))) {
        return Optional.of(new FoundMember(path, place, member.type(), MemberState.CYCLE));
      }
      return enter(new FoundMember(path, place, member.type(), state), real);
    }

    private Optional<Descendant> enter(Descendant found, Location real) {
      Optional<Descendant> now = Optional.of(found);
      try {
        Group group = open(engine, found.location(), below);
        boolean last = order == Order.MEMBERS_FIRST;
        way.push(new Step(group, real, found.path() + "/", last ? now : Optional.empty()));
        return last ? Optional.empty() : now;
      } catch (AzulejoException e) {
        unopened.accept(e);
        return now;
      }
    }

    private Location real(Location location) {
      return engine.storage(location).resolveLinks(location);
    }
  }
}
