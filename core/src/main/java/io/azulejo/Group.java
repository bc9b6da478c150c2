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

/** An immutable snapshot of a group as of the time when it was opened. */
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

  /** Returns the location of the group's folder. */
  public Location location() {
    return snapshot.location();
  }

  /**
   * Returns the time range at which the group was opened. The start of the range applies only to
   * the metadata; members are those at its end.
   */
  public TimeRange times() {
    return snapshot.times();
  }

  /** Returns the members of the group, sorted by URI and then by name. */
  public List<Member> members() {
    return members;
  }

  /** Returns the location of a member. A relative URI is resolved against the group's folder. */
  public Location locate(Member member) {
    return member.relative()
        ? snapshot.location().resolve(member.uri())
        : Location.of(member.uri());
  }

  /**
   * Checks whether a member exists at its location.
   *
   * @return {@link MemberState#PRESENT}, {@link MemberState#MISSING} or {@link
   *     MemberState#UNREACHABLE}
   */
  public MemberState state(Member member) {
    return Cancellation.translate(
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
   * Returns all descendants of this group: its members, the members of its member groups, and so
   * on. See {@link #walk(Order, Consumer)}.
   *
   * @param order whether a group comes before or after its members
   * @throws AzulejoException from the stream, if a member group cannot be opened
   */
  public Stream<Descendant> walk(Order order) {
    return walk(
        order,
        e -> {
          throw e;
        });
  }

  /**
   * Returns all descendants of this group: its members, the members of its member groups, and so
   * on. Member groups are opened as the stream is consumed, with the options and at the times of
   * this group. The members of each group are in the order of {@link #members}. A group that is a
   * member of several groups is returned once for each of them. If a group contains itself, its
   * members are not returned again.
   *
   * @param order whether a group comes before or after its members
   * @param unopened receives the exception for each group that cannot be opened; the members of
   *     that group are left out
   */
  public Stream<Descendant> walk(Order order, Consumer<AzulejoException> unopened) {
    return StreamSupport.stream(new Walk(order, unopened), false);
  }

  /** Returns the metadata by key, sorted by the bytes of the keys. The map is unmodifiable. */
  public Map<String, MetadataValue> metadata() {
    return Metadata.values(snapshot.metadata());
  }

  /**
   * A member of a group. Immutable.
   *
   * <p>Azulejo implements this interface; later releases may add methods.
   */
  public interface Member {
    /** Returns the name of the member in the group; empty if it has no name. */
    Optional<String> name();

    /** Returns the type that the object had when it was added to the group. */
    ObjectType type();

    /** Returns the URI of the member as stored in the group, relative or absolute. */
    String uri();

    /** Returns whether the URI is relative to the group's folder. */
    boolean relative();
  }

  record StoredMember(Optional<String> name, ObjectType type, String uri, boolean relative)
      implements Member {}

  /** The result of checking whether a member exists. */
  public enum MemberState {
    /** The location contains an object of the type that is stored in the group. */
    PRESENT,
    /** The location is empty, or contains an object of another type. */
    MISSING,
    /** The location could not be checked, because its store is unknown or refuses access. */
    UNREACHABLE,
    /**
     * The member is a group that contains itself through its members. Its members are not returned
     * again.
     */
    CYCLE
  }

  /** The order in which {@link Group#walk(Order)} returns groups and their members. */
  public enum Order {
    /** A group comes before its members. */
    GROUPS_FIRST,
    /** A group comes after its members, as needed for removing them. */
    MEMBERS_FIRST
  }

  /**
   * A member of a group, or of one of its direct or indirect member groups. Immutable.
   *
   * <p>Azulejo implements this interface; later releases may add methods.
   */
  public interface Descendant {
    /**
     * Returns the names on the path from the group to this member, joined by slashes. For a member
     * without a name, the name of its folder is used.
     */
    String path();

    /** Returns the location of the member. */
    Location location();

    /** Returns the type of the object when it was added to its group. */
    ObjectType type();

    /** Returns whether the member exists at its location. */
    MemberState state();
  }

  private record FoundMember(String path, Location location, ObjectType type, MemberState state)
      implements Descendant {}

  /** A group whose members are being returned by a walk. */
  private static final class Step {
    final Group group;
    final Location real;
    final Iterator<Member> rest;
    final String prefix;

    /**
     * The group itself if it is returned after its members; empty if it was returned before them.
     */
    final Optional<Descendant> last;

    Step(Group group, Location real, String prefix, Optional<Descendant> last) {
      this.group = group;
      this.real = real;
      this.rest = group.members.iterator();
      this.prefix = prefix;
      this.last = last;
    }
  }

  /**
   * A depth-first walk through groups. The groups on the current path are kept in a deque instead
   * of the call stack, so that deep nesting cannot overflow the stack.
   */
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
        next = Cancellation.translate(this::advance);
      }
      next.ifPresent(action);
      return next.isPresent();
    }

    /** Takes one step of the walk; empty if the step does not return a member. */
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
