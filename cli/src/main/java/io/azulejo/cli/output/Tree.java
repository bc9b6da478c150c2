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

/**
 * The hierarchy of arrays and groups below a location. It includes members of groups and objects in
 * folders. Failures to list or open an object are recorded and do not stop the traversal. Not
 * thread-safe.
 */
public final class Tree {
  /**
   * An array, group or folder in the hierarchy.
   *
   * @param name its member name in the group, or its folder name
   * @param type its type; {@link ObjectType#NONE} for a plain folder or an unavailable member
   * @param location its location
   * @param note a remark on an irregularity, or an empty string
   */
  public record Node(String name, ObjectType type, Location location, String note) {
    /** Returns the name of the type, followed by the note if there is one. */
    public String word() {
      if (type == ObjectType.NONE) {
        return note.isEmpty() ? "folder" : note;
      }
      String word = type.name().toLowerCase(Locale.ROOT);
      return note.isEmpty() ? word : word + ", " + note;
    }

    /** Returns whether this node can contain others, which is true for groups and plain folders. */
    private boolean opens() {
      return type == ObjectType.GROUP || type == ObjectType.NONE && note.isEmpty();
    }
  }

  /**
   * A subfolder of a plain folder.
   *
   * @param location the location as found
   * @param realLocation the location with symbolic links resolved; for arrays the location as found
   * @param type the type of the object; {@link ObjectType#NONE} for a plain folder
   */
  private record Folder(Location location, Location realLocation, ObjectType type) {
    /** Returns whether the folder is skipped because its name is reserved for arrays and stores. */
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

  /** Subfolders of plain folders by location, cached so that each folder is listed only once. */
  private final Map<Location, List<Folder>> listed = new HashMap<>();

  /**
   * Creates a hierarchy that shows names and types.
   *
   * @param azulejo the engine, which remains owned by the caller
   * @param options the options for opening groups
   */
  public Tree(Azulejo azulejo, OpenOptions options) {
    this(azulejo, options, false);
  }

  private Tree(Azulejo azulejo, OpenOptions options, boolean described) {
    this.azulejo = azulejo;
    this.options = options;
    this.described = described;
  }

  /**
   * Creates a hierarchy with a summary of each array, which requires opening all arrays.
   *
   * @param azulejo the engine, which remains owned by the caller
   * @param options the options for opening groups and arrays
   */
  public static Tree described(Azulejo azulejo, OpenOptions options) {
    return new Tree(azulejo, options, true);
  }

  /**
   * Returns the summary of an array, or null if it is not an array, summaries are not shown, or it
   * cannot be opened.
   */
  private ArrayFacts facts(Node node) {
    return described && node.type() == ObjectType.ARRAY
        ? attempt(
            node.location(), () -> ArrayFacts.of(azulejo.open(node.location(), options)), null)
        : null;
  }

  /**
   * Returns the nodes directly below a group or plain folder. The members of a group come first,
   * followed by other arrays and groups in its folder.
   *
   * @throws NotFoundException if nothing exists at the location
   * @throws InvalidRequestException if the location is an array or a file
   */
  public List<Node> children(Location location) {
    return children(location, azulejo.catalog().type(location), start(location));
  }

  /**
   * Returns whether a location is a plain folder that contains arrays or groups at any depth.
   * Returns false if this cannot be determined.
   */
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
   * Returns the nodes directly below a location.
   *
   * @param type the type of the object at the location
   * @param above the groups and folders from the root to the location (inclusive), with symbolic
   *     links resolved
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
   * Returns the hierarchy below a group or plain folder as text, with one object per line.
   *
   * @param title the text for the root in the first line
   * @param location the group or folder
   * @throws NotFoundException if nothing exists at the location
   * @throws InvalidRequestException if the location is an array or a file
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

  /**
   * Returns the hierarchy below a group or plain folder as nested JSON objects.
   *
   * @param uri the URI of the root as typed by the user
   * @param location the group or folder
   * @throws NotFoundException if nothing exists at the location
   * @throws InvalidRequestException if the location is an array or a file
   */
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

  /** Returns the nodes below a node, or an empty list if they cannot be listed. */
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

  /**
   * Returns a path that consists of the root with symbolic links resolved. The root need not exist,
   * because listing it reports this.
   */
  private List<Location> start(Location location) {
    try {
      return List.of(realLocation(location));
    } catch (NotFoundException e) {
      return List.of(location);
    }
  }

  /**
   * Prints each recorded failure on its own line to standard error.
   *
   * @return the exit code: {@link Failure#CORRUPT} if data is corrupt, otherwise the code of the
   *     first failure, or {@link Failure#OK} without failures
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

  /**
   * Accesses a location. On failure, records the failure once per location and returns the
   * alternative.
   */
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

  /**
   * Returns the arrays and groups in an existing plain folder, and its subfolders that contain
   * objects at any depth.
   */
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
   * Returns whether a plain folder contains an array or group at any depth. The search stops at the
   * first one.
   *
   * @param path the folders from the root to this folder (inclusive), with symbolic links resolved
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
