package io.azulejo.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.Azulejo;
import io.azulejo.Catalog;
import io.azulejo.Group;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CancelledException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.text.value.Unicode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The arrays and groups below a location: members of groups, and objects in folders. */
public final class Tree {
  /**
   * An array, a group or a folder below another one.
   *
   * @param name its name in the group, or else the name of its folder
   * @param type its type; {@link ObjectType#NONE} for a plain folder and for a missing member
   * @param note a remark on irregularities; may be empty
   */
  public record Node(String name, ObjectType type, Location location, String note) {
    /** Returns the name of the type, with the note. */
    public String word() {
      if (type == ObjectType.NONE) {
        return note.isEmpty() ? "folder" : note;
      }
      String word = type.name().toLowerCase(Locale.ROOT);
      return note.isEmpty() ? word : word + ", " + note;
    }

    /** Returns whether it can contain objects: a group or a plain folder. */
    private boolean opens() {
      return type == ObjectType.GROUP || type == ObjectType.NONE && note.isEmpty();
    }
  }

  /**
   * A folder found in another folder.
   *
   * @param realLocation the location with links resolved; the location itself for arrays
   */
  private record Folder(Location location, Location realLocation, ObjectType type) {
    /** Returns whether the name belongs to a store or an array, so that the folder is skipped. */
    boolean isHidden() {
      return location.name().startsWith("__");
    }
  }

  private static final String LOOP = "contains itself";
  private static final String FOLDER_LOOP = "folder, " + LOOP;
  private static final String NOT_A_MEMBER = "not a member";

  private final Azulejo azulejo;
  private final OpenOptions options;
  private final boolean described;
  private final Map<String, AzulejoException> failures = new LinkedHashMap<>();

  /** The subfolders of plain folders, so that each folder is listed only once. */
  private final Map<Location, List<Folder>> listed = new HashMap<>();

  /** Creates a tree that shows names and types. */
  public Tree(Azulejo azulejo, OpenOptions options) {
    this(azulejo, options, false);
  }

  private Tree(Azulejo azulejo, OpenOptions options, boolean described) {
    this.azulejo = azulejo;
    this.options = options;
    this.described = described;
  }

  /** Creates a tree with a summary of each array, which opens all arrays. */
  public static Tree described(Azulejo azulejo, OpenOptions options) {
    return new Tree(azulejo, options, true);
  }

  /** Returns the summary of an array; null without one. */
  private ArrayFacts facts(Node node) {
    return described && node.type() == ObjectType.ARRAY
        ? attempt(
            node.location(), () -> ArrayFacts.of(azulejo.open(node.location(), options)), null)
        : null;
  }

  /**
   * Returns the objects directly below a group or a folder: members of the group, then other arrays
   * and groups in its folder.
   *
   * @throws NotFoundException if nothing exists there
   * @throws InvalidRequestException if it is an array or a file
   */
  public List<Node> children(Location location) {
    return children(location, azulejo.catalog().type(location), start(location));
  }

  /** Returns whether it is a plain folder with arrays or groups at any depth. */
  public boolean isFolder(Location location) {
    try {
      return azulejo.catalog().type(location) == ObjectType.NONE
          && holdsObjects(location, start(location));
    } catch (CancelledException e) {
      throw e;
    } catch (AzulejoException e) {
      return false;
    }
  }

  /**
   * Returns the objects directly below a location.
   *
   * @param type the type of the object at the location
   * @param above the groups and folders on the path, including the location, with links resolved
   */
  private List<Node> children(Location location, ObjectType type, List<Location> above) {
    return switch (type) {
      case GROUP -> ofGroup(location, above);
      case NONE -> ofFolder(location, above);
      case ARRAY ->
          throw new InvalidRequestException(
              location + " is an array, which contains no other objects; use azulejo info",
              location.toString());
    };
  }

  /**
   * Returns the tree of a group or a folder as text, one object per line.
   *
   * @param title the description of the root in the first line
   */
  public String text(String title, Location location) {
    ObjectType type = azulejo.catalog().type(location);
    List<Location> above = start(location);
    List<Node> children = children(location, type, above);
    StringBuilder below = new StringBuilder();
    ArrayFacts.Sum sum = new ArrayFacts.Sum();
    append(below, children, "", above, sum);
    String kind = type == ObjectType.GROUP ? " (group)" : "";
    return title + kind + (described ? ": " + sum : "") + "\n" + below;
  }

  /** Returns the tree as nested JSON objects. */
  public byte[] json(String uri, Location location) throws IOException {
    List<Location> above = start(location);
    ObjectType type = azulejo.catalog().type(location);
    Node top = new Node(uri, type, location, "");
    List<Node> children = children(location, type, above);
    return JsonText.of(json -> write(json, "uri", top, children, above));
  }

  private void write(
      JsonGenerator json, String name, Node node, List<Node> children, List<Location> above)
      throws IOException {
    json.writeStartObject();
    json.writeStringField(name, node.name());
    json.writeStringField("type", node.word());
    json.writeStringField("location", node.location().toString());
    ArrayFacts facts = facts(node);
    if (facts != null) {
      facts.write(json);
    }
    if (node.opens()) {
      json.writeArrayFieldStart("below");
      for (Node child : children) {
        write(json, "name", child, below(child, above), with(above, child));
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private void append(
      StringBuilder out,
      List<Node> nodes,
      String indent,
      List<Location> above,
      ArrayFacts.Sum sum) {
    int widest = nodes.stream().mapToInt(n -> Unicode.columns(n.name())).max().orElse(0);
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      boolean last = i == nodes.size() - 1;
      out.append(indent).append(last ? "└── " : "├── ").append(node.name());
      out.append(" ".repeat(widest - Unicode.columns(node.name()) + 2)).append(node.word());
      ArrayFacts facts = facts(node);
      sum.add(node.type(), facts);
      out.append(facts == null ? "" : ": " + facts).append('\n');
      String deeper = indent + (last ? "    " : "│   ");
      append(out, below(node, above), deeper, with(above, node), sum);
    }
  }

  /** Returns the objects below a node, as far as they can be listed. */
  private List<Node> below(Node node, List<Location> above) {
    return node.opens() && !node.note().equals(LOOP)
        ? attempt(
            node.location(),
            () -> children(node.location(), node.type(), with(above, node)),
            List.of())
        : List.of();
  }

  private List<Location> with(List<Location> above, Node node) {
    if (!node.opens()) {
      return above;
    }
    return and(
        above, attempt(node.location(), () -> realLocation(node.location()), node.location()));
  }

  private Location realLocation(Location location) {
    return azulejo.storage(location).resolveLinks(location);
  }

  /** Returns the root folder. Whether it exists turns out when it is listed. */
  private List<Location> start(Location location) {
    try {
      return List.of(realLocation(location));
    } catch (NotFoundException e) {
      return List.of(location);
    }
  }

  /**
   * Reports each location that could not be listed on its own line.
   *
   * @return the exit code: that for damage if there is any, else the code of the first failure
   */
  public int report(Terminal terminal) throws IOException {
    int code = Failure.OK;
    for (AzulejoException failure : failures.values()) {
      terminal.err().write(LosslessUtf8.encode(Failure.text(failure) + "\n"));
      int own = Failure.code(failure);
      code = code == Failure.OK || own == Failure.CORRUPT ? own : code;
    }
    return code;
  }

  /** Accesses a location. If it fails, records the failure once and returns the alternative. */
  private <T> T attempt(Location place, Supplier<T> look, T otherwise) {
    try {
      return look.get();
    } catch (CancelledException e) {
      throw e;
    } catch (AzulejoException e) {
      note(e, place);
      return otherwise;
    }
  }

  private void note(AzulejoException failure, Location place) {
    failures.putIfAbsent(failure.location().orElse(place.toString()), failure);
  }

  private List<Node> ofGroup(Location location, List<Location> above) {
    Group group = azulejo.group(location).open(options);
    List<Node> nodes = new ArrayList<>();
    for (Group.Member member : group.members()) {
      nodes.add(ofMember(group, member, above));
    }
    for (Catalog.Entry entry : azulejo.catalog().nonMembers(group, e -> note(e, location))) {
      String name = entry.location().path().substring(location.path().length() + 1);
      boolean loop = isLoop(entry.type(), entry.location(), above);
      nodes.add(new Node(name, entry.type(), entry.location(), loop ? LOOP : NOT_A_MEMBER));
    }
    return nodes;
  }

  private Node ofMember(Group group, Group.Member member, List<Location> above) {
    Location place = group.locate(member);
    String name = member.name().orElseGet(place::name);
    String type = member.type().name().toLowerCase(Locale.ROOT);
    return switch (group.state(member)) {
      case PRESENT, CYCLE ->
          new Node(name, member.type(), place, isLoop(member.type(), place, above) ? LOOP : "");
      case MISSING -> new Node(name, ObjectType.NONE, place, type + ", missing");
      case UNREACHABLE -> new Node(name, ObjectType.NONE, place, type + ", out of reach");
    };
  }

  private boolean isLoop(ObjectType type, Location place, List<Location> above) {
    return type == ObjectType.GROUP && above.contains(realLocation(place));
  }

  /** Returns the arrays, groups, and folders with objects at any depth, in an existing folder. */
  private List<Node> ofFolder(Location folder, List<Location> above) {
    Storage storage = azulejo.storage(folder);
    Optional<Storage.Entry> found = storage.find(folder);
    List<Folder> below = folders(folder);
    if (below.isEmpty() && found.isEmpty() && storage.names(folder).isEmpty()) {
      throw NotFoundException.ofObject("nothing exists at " + folder, folder.toString());
    }
    if (found.isPresent() && !found.get().folder()) {
      throw new InvalidRequestException(
          folder + " is a file; use an array, a group, or a folder above one", folder.toString());
    }
    List<Node> nodes = new ArrayList<>();
    for (Folder each : below) {
      boolean loop = each.type() != ObjectType.ARRAY && isAncestor(each.realLocation(), above);
      if (loop) {
        nodes.add(new Node(each.location().name(), ObjectType.NONE, each.location(), FOLDER_LOOP));
      } else if (each.type() != ObjectType.NONE
          || holdsObjects(each.location(), and(above, each.realLocation()))) {
        nodes.add(new Node(each.location().name(), each.type(), each.location(), ""));
      }
    }
    return nodes;
  }

  private List<Folder> folders(Location folder) {
    List<Folder> known = listed.get(folder);
    if (known != null) {
      return known;
    }
    Storage storage = azulejo.storage(folder);
    List<Folder> folders = new ArrayList<>();
    for (String name : storage.names(folder)) {
      Location place = folder.resolve(name);
      attempt(place, () -> folder(storage, place), Optional.<Folder>empty())
          .ifPresent(folders::add);
    }
    listed.put(folder, folders);
    return folders;
  }

  private Optional<Folder> folder(Storage storage, Location place) {
    if (storage.find(place).filter(Storage.Entry::folder).isEmpty()) {
      return Optional.empty();
    }
    ObjectType type = azulejo.catalog().type(place);
    Location realLocation = type == ObjectType.ARRAY ? place : storage.resolveLinks(place);
    return Optional.of(new Folder(place, realLocation, type));
  }

  /**
   * Returns whether a plain folder contains an array or a group at any depth; stops at the first.
   *
   * @param path the folders on the path to it, including itself, with links resolved
   */
  private boolean holdsObjects(Location folder, List<Location> path) {
    List<Folder> below = attempt(folder, () -> folders(folder), List.<Folder>of());
    for (Folder each : below) {
      if (each.type() != ObjectType.NONE && !each.isHidden()) {
        return true;
      }
    }
    for (Folder each : below) {
      if (each.type() == ObjectType.NONE
          && !each.isHidden()
          && !isAncestor(each.realLocation(), path)
          && holdsObjects(each.location(), and(path, each.realLocation()))) {
        return true;
      }
    }
    return false;
  }

  private static List<Location> and(List<Location> path, Location next) {
    List<Location> longer = new ArrayList<>(path);
    longer.add(next);
    return longer;
  }

  private static boolean isAncestor(Location realLocation, List<Location> above) {
    return above.stream()
        .anyMatch(a -> a.equals(realLocation) || a.path().startsWith(realLocation.path() + "/"));
  }
}
