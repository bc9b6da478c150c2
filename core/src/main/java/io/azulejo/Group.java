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

/** An immutable snapshot of a group as of the time of opening. */
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

  /** Returns the folder of the group. */
  public Location location() {
    return snapshot.location();
  }

  /** Returns the times that the group was opened at; their start applies only to the metadata. */
  public TimeRange times() {
    return snapshot.times();
  }

  /** Returns the members, sorted by URI, then name. */
  public List<Member> members() {
    return members;
  }

  /**
   * Returns the location of a member; relative URIs are resolved against the folder of the group.
   */
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
   * Returns all members of this group, of its member groups, and so on; see {@link #walk(Order,
   * Consumer)}.
   *
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
   * Returns all members of this group, of its member groups, and so on. Groups are opened as the
   * stream is consumed, with the options and at the times of this group. The members of a group
   * come in the order of {@link #members}. A group that is a member of several groups is returned
   * for each of them. A group that contains itself is not entered again.
   *
   * @param order whether a group comes before or after its members
   * @param unopened receives the failure of each group that cannot be opened; its members are left
   *     out
   */
  public Stream<Descendant> walk(Order order, Consumer<AzulejoException> unopened) {
    return StreamSupport.stream(new Walk(order, unopened), false);
  }

  /** Returns the metadata by key, sorted by the bytes of the keys. */
  public Map<String, MetadataValue> metadata() {
    return Metadata.values(snapshot.metadata());
  }

  /**
   * A member of a group. Immutable.
   *
   * <p>Azulejo implements this interface; later releases may add methods.
   */
  public interface Member {
    /** Returns its name in the group; empty for a member without a name. */
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

  /** The result of checking a member. */
  public enum MemberState {
    /** The location has an array or a group, as stored in the group. */
    PRESENT,
    /** The location is empty or has an object of another type. */
    MISSING,
    /** The location cannot be checked: its store is unknown or refuses access. */
    UNREACHABLE,
    /** The group contains itself through its members; its members are not walked again. */
    CYCLE
  }

  /** The order of a walk. */
  public enum Order {
    /** A group comes before its members. */
    GROUPS_FIRST,
    /** A group comes after its members, as for removing them. */
    MEMBERS_FIRST
  }

  /**
   * A member of a group or of one of its member groups. Immutable.
   *
   * <p>Azulejo implements this interface; later releases may add methods.
   */
  public interface Descendant {
    /**
     * Returns the names from the group down to the member, joined by slashes. A member without a
     * name appears with the name of its folder.
     */
    String path();

    /** Returns its location. */
    Location location();

    /** Returns the type of the object when it was added to its group. */
    ObjectType type();

    /** Returns whether the object exists at its location. */
    MemberState state();
  }

  private record FoundMember(String path, Location location, ObjectType type, MemberState state)
      implements Descendant {}

  /** A group whose members are being visited. */
  private static final class Step {
    final Group group;
    final Location real;
    final Iterator<Member> rest;
    final String prefix;

    /** The group itself, to be returned after its members; empty if it came first. */
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
   * Walks groups depth first. The groups being visited are in a deque rather than on the thread's
   * stack.
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

    /** Takes one step; empty if it does not find a member. */
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
