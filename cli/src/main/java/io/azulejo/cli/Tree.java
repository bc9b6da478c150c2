package io.azulejo.cli;

import io.azulejo.Azulejo;
import io.azulejo.Group;
import io.azulejo.GroupMember;
import io.azulejo.ObjectEntry;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The arrays and groups below a location: members of groups, and what lies in folders. */
final class Tree {
  /**
   * An array, a group or a folder below another one.
   *
   * @param name its name in the group; that of its folder where it has none
   * @param type what it is; {@link ObjectType#NONE} for a plain folder and for a member that is
   *     gone
   * @param note what is odd about it, or nothing
   */
  record Node(String name, ObjectType type, Location location, String note) {
    /** The type as a word. */
    String word() {
      return type == ObjectType.NONE
          ? note.isEmpty() ? "folder" : note
          : type.name().toLowerCase(Locale.ROOT);
    }
  }

  private final Azulejo azulejo;
  private final OpenOptions options;

  Tree(Azulejo azulejo, OpenOptions options) {
    this.azulejo = azulejo;
    this.options = options;
  }

  /**
   * What lies directly below a group or a folder.
   *
   * @throws NotFoundException if nothing is there
   * @throws InvalidRequestException if it is an array
   */
  List<Node> children(Location location) {
    return switch (azulejo.type(location)) {
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
  void append(StringBuilder out, String title, Location location) {
    ObjectType type = azulejo.type(location);
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
        append(out, children(node.location()), indent + (last ? "    " : "│   "), above);
        above.remove(node.location());
      }
    }
  }

  private List<Node> members(Location location) {
    Group group = azulejo.openGroup(location, options);
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
      return azulejo.type(place) == member.type() ? "" : ", missing";
    } catch (InvalidRequestException | StorageException e) {
      return ", out of reach";
    }
  }

  /** Arrays, groups, and the folders that have such somewhere below. */
  private List<Node> entries(Location folder) {
    Storage storage = azulejo.storage(folder);
    List<Storage.Entry> all = storage.list(folder);
    if (all.isEmpty() && storage.find(folder).isEmpty()) {
      throw new NotFoundException("nothing is at " + folder, folder.toString());
    }
    List<Node> nodes = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (ObjectEntry entry : azulejo.list(folder)) {
      known.add(entry.location().name());
      nodes.add(new Node(entry.location().name(), entry.type(), entry.location(), ""));
    }
    for (Storage.Entry entry : all) {
      Location below = folder.resolve(entry.name());
      if (entry.folder() && !known.contains(entry.name()) && !entries(below).isEmpty()) {
        nodes.add(new Node(entry.name(), ObjectType.NONE, below, ""));
      }
    }
    nodes.sort(Comparator.comparing(Node::name));
    return nodes;
  }
}
