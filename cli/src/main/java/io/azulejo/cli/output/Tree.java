package io.azulejo.cli.output;

import io.azulejo.Azulejo;
import io.azulejo.Group;
import io.azulejo.GroupMember;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.Text;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.text.value.Unicode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The arrays and groups below a location: members of groups, and what lies in folders. */
public final class Tree {
  /**
   * An array, a group or a folder below another one.
   *
   * @param name its name in the group; that of its folder where it has none
   * @param type what it is; {@link ObjectType#NONE} for a plain folder and for a member that is
   *     gone
   * @param note what is odd about it, or nothing
   */
  public record Node(String name, ObjectType type, Location location, String note) {
    /** The type as a word. */
    public String word() {
      return type == ObjectType.NONE
          ? note.isEmpty() ? "folder" : note
          : type.name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String LOOP = "folder, contains itself";

  private final Azulejo azulejo;
  private final OpenOptions options;
  private final Map<String, AzulejoException> failures = new LinkedHashMap<>();

  public Tree(Azulejo azulejo, OpenOptions options) {
    this.azulejo = azulejo;
    this.options = options;
  }

  /**
   * What lies directly below a group or a folder.
   *
   * @throws NotFoundException if nothing is there
   * @throws InvalidRequestException if it is an array, or a file
   */
  public List<Node> children(Location location) {
    return switch (azulejo.catalog().type(location)) {
      case GROUP -> members(location);
      case NONE -> entries(location);
      case ARRAY ->
          throw new InvalidRequestException(
              location + " is an array, nothing is below it; see azulejo info",
              location.toString());
    };
  }

  /**
   * Appends a group or a folder with all that is below it, an object a line.
   *
   * @param title what the first line says that it is
   */
  public void append(StringBuilder out, String title, Location location) {
    ObjectType type = azulejo.catalog().type(location);
    List<Node> children = children(location);
    out.append(title).append(type == ObjectType.GROUP ? " (group)" : "").append('\n');
    append(out, children, "", new HashSet<>(Set.of(location)));
  }

  private void append(StringBuilder out, List<Node> nodes, String indent, Set<Location> above) {
    int widest = nodes.stream().mapToInt(n -> Unicode.columns(n.name())).max().orElse(0);
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      boolean last = i == nodes.size() - 1;
      out.append(indent).append(last ? "└── " : "├── ").append(node.name());
      out.append(" ".repeat(widest - Unicode.columns(node.name()) + 2)).append(node.word());
      boolean within = node.type() == ObjectType.GROUP && !above.add(node.location());
      out.append(within ? ", contains itself\n" : "\n");
      boolean opens =
          node.type() == ObjectType.GROUP
              ? !within
              : node.type() == ObjectType.NONE && node.note().isEmpty();
      if (opens) {
        List<Node> below = attempt(node.location(), () -> children(node.location()), List.of());
        append(out, below, indent + (last ? "    " : "│   "), above);
        above.remove(node.location());
      }
    }
  }

  /**
   * Says what could not be listed, a line each.
   *
   * @return the code that the command ends with: that of damage if there is any, else that of the
   *     first failure
   */
  public int report(Terminal terminal) throws IOException {
    int code = Failure.OK;
    for (AzulejoException failure : failures.values()) {
      terminal.err().write(Text.encode(Failure.text(failure) + "\n"));
      int own = Failure.code(failure);
      code = code == Failure.OK || own == Failure.CORRUPT ? own : code;
    }
    return code;
  }

  /** What a look at a place gives; something else if that fails, which is noted once. */
  private <T> T attempt(Location place, Supplier<T> look, T otherwise) {
    try {
      return look.get();
    } catch (AzulejoException e) {
      failures.putIfAbsent(e.location().orElse(place.toString()), e);
      return otherwise;
    }
  }

  private List<Node> members(Location location) {
    Group group = azulejo.catalog().openGroup(location, options);
    List<Node> nodes = new ArrayList<>();
    for (GroupMember member : group.members()) {
      Location place = group.locate(member);
      String problem = problem(member, place);
      nodes.add(
          new Node(
              member.name().orElseGet(place::name),
              problem.isEmpty() ? member.type() : ObjectType.NONE,
              place,
              problem.isEmpty() ? "" : member.type().name().toLowerCase(Locale.ROOT) + problem));
    }
    return nodes;
  }

  /** What keeps a member from being opened, or nothing. */
  private String problem(GroupMember member, Location place) {
    try {
      return azulejo.catalog().type(place) == member.type() ? "" : ", missing";
    } catch (InvalidRequestException | StorageException e) {
      return ", out of reach";
    }
  }

  /** Arrays, groups, and the folders that have such somewhere below, of a folder that is there. */
  private List<Node> entries(Location folder) {
    Storage storage = azulejo.storage(folder);
    Optional<Storage.Entry> found = storage.find(folder);
    List<String> names = storage.names(folder);
    if (names.isEmpty() && found.isEmpty()) {
      throw new NotFoundException("nothing is at " + folder, folder.toString());
    }
    if (found.isPresent() && !found.get().folder()) {
      throw new InvalidRequestException(
          folder + " is a file: name the folder of an array or a group, or one above it",
          folder.toString());
    }
    List<Location> way = List.of(storage.resolveLinks(folder));
    List<Node> nodes = new ArrayList<>();
    for (String name : names) {
      Location place = folder.resolve(name);
      attempt(place, () -> node(storage, place, way), Optional.<Node>empty()).ifPresent(nodes::add);
    }
    return nodes;
  }

  /**
   * What is to be shown of a file or a folder, if anything.
   *
   * @param above the folders that were gone through, without links
   */
  private Optional<Node> node(Storage storage, Location place, List<Location> above) {
    if (storage.find(place).filter(Storage.Entry::folder).isEmpty()) {
      return Optional.empty();
    }
    ObjectType type = azulejo.catalog().type(place);
    boolean loop = type != ObjectType.ARRAY && leadsBack(storage.resolveLinks(place), above);
    if (loop || type != ObjectType.NONE) {
      return Optional.of(
          new Node(place.name(), loop ? ObjectType.NONE : type, place, loop ? LOOP : ""));
    }
    return holdsObjects(storage, place, above)
        ? Optional.of(new Node(place.name(), ObjectType.NONE, place, ""))
        : Optional.empty();
  }

  /** Whether an array or a group is somewhere below a folder; looks no further than for one. */
  private boolean holdsObjects(Storage storage, Location folder, List<Location> above) {
    List<Location> way = new ArrayList<>(above);
    way.add(storage.resolveLinks(folder));
    for (String name : storage.names(folder)) {
      Location place = folder.resolve(name);
      Optional<Node> node = attempt(place, () -> node(storage, place, way), Optional.<Node>empty());
      if (node.filter(found -> found.note().isEmpty()).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private static boolean leadsBack(Location real, List<Location> above) {
    return above.stream().anyMatch(a -> a.equals(real) || a.path().startsWith(real.path() + "/"));
  }
}
