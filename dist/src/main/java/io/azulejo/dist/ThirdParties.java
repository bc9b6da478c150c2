package io.azulejo.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * What others made and the runnable jar contains: a list with the licences that the poms name, the
 * texts of licences that lie in the jars, and the notices.
 */
final class ThirdParties {
  private static final Pattern LICENCE =
      Pattern.compile("(META-INF/)?([\\w-]*LICEN[CS]E[\\w-]*|COPYING)(\\.txt|\\.md)?");

  /** A jar of a repository with its pom beside it, by its path there: group, name, version. */
  private record Part(Path jar, Path pom) {
    String file() {
      return jar.getFileName().toString().replaceFirst("\\.jar$", "");
    }
  }

  private ThirdParties() {}

  /**
   * Writes the list and the texts.
   *
   * @param classPath the jars that the runnable one is made of, each in a repository as Maven lays
   *     it out, and jars and folders of this project, which are passed over
   */
  static void write(List<Path> classPath, Path runnable, Path target) throws IOException {
    TreeMap<String, String> lines = new TreeMap<>();
    for (Path entry : classPath) {
      Path pom = beside(entry);
      if (Files.exists(pom)) {
        Part part = new Part(entry, pom);
        Element project = project(pom);
        String name =
            first(project, "groupId").or(() -> inherited(project, "groupId")).orElse("")
                + ":"
                + first(project, "artifactId").orElseThrow()
                + ":"
                + first(project, "version").or(() -> inherited(project, "version")).orElse("");
        List<String> texts = texts(part, target.resolve("licenses"));
        lines.put(
            name, "| " + name + " | " + licences(pom) + " | " + String.join(", ", texts) + " |");
      }
    }
    if (lines.isEmpty()) {
      throw new IllegalStateException("no part of others is on the class path");
    }
    Files.writeString(
        target.resolve("THIRD-PARTY.md"),
        """
        # What others made

        `lib/azulejo.jar` contains these libraries, as they were published. Their notices are in `NOTICE`.

        | library | licence | text |
        | --- | --- | --- |
        """
            + String.join("\n", lines.values())
            + "\n");
    try (ZipFile jar = new ZipFile(runnable.toFile())) {
      ZipEntry notice = jar.getEntry("META-INF/NOTICE");
      Files.write(target.resolve("NOTICE"), jar.getInputStream(notice).readAllBytes());
    }
  }

  private static Path beside(Path jar) {
    return jar.resolveSibling(jar.getFileName().toString().replaceFirst("\\.jar$", ".pom"));
  }

  /** The licences of a pom, or else of the closest one above it that names some. */
  private static String licences(Path pom) throws IOException {
    Path next = pom;
    while (next != null && Files.exists(next)) {
      Element project = project(next);
      Optional<Element> licences = child(project, "licenses");
      if (licences.isPresent()) {
        List<String> names = new ArrayList<>();
        for (Element licence : children(licences.get(), "license")) {
          String name = first(licence, "name").orElse("its licence");
          names.add(first(licence, "url").map(url -> "[" + name + "](" + url + ")").orElse(name));
        }
        return String.join(", ", names);
      }
      Path repository = repository(next, project);
      next =
          child(project, "parent")
              .map(
                  parent -> {
                    String name = first(parent, "artifactId").orElseThrow();
                    String version = first(parent, "version").orElseThrow();
                    return repository
                        .resolve(first(parent, "groupId").orElseThrow().replace('.', '/'))
                        .resolve(name)
                        .resolve(version)
                        .resolve(name + "-" + version + ".pom");
                  })
              .orElse(null);
    }
    throw new IllegalStateException(pom + " names no licence, nor do those above it");
  }

  /** The folder of the repository that a pom lies in. */
  private static Path repository(Path pom, Element project) {
    String group = first(project, "groupId").or(() -> inherited(project, "groupId")).orElseThrow();
    Path folder = pom.getParent().getParent().getParent();
    for (int i = 0; i < group.split("\\.").length; i++) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** Copies the texts of licences that a jar has, and names them. */
  private static List<String> texts(Part part, Path target) throws IOException {
    List<String> names = new ArrayList<>();
    try (ZipFile jar = new ZipFile(part.jar.toFile())) {
      for (ZipEntry entry : jar.stream().map(ZipEntry.class::cast).toList()) {
        if (!entry.isDirectory() && LICENCE.matcher(entry.getName()).matches()) {
          String name = entry.getName().replaceFirst("META-INF/", "");
          Path file = target.resolve(part.file()).resolve(name);
          Files.createDirectories(file.getParent());
          Files.write(file, jar.getInputStream(entry).readAllBytes());
          names.add("[%s](licenses/%s/%s)".formatted(name, part.file(), name));
        }
      }
    }
    return names;
  }

  private static Element project(Path pom) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      Document document = factory.newDocumentBuilder().parse(pom.toFile());
      return document.getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(pom + " cannot be read", e);
    }
  }

  private static Optional<String> inherited(Element project, String name) {
    return child(project, "parent").flatMap(parent -> first(parent, name));
  }

  private static Optional<String> first(Element element, String name) {
    return child(element, name).map(e -> e.getTextContent().strip().replaceAll("\\s+", " "));
  }

  private static Optional<Element> child(Element element, String name) {
    return children(element, name).stream().findFirst();
  }

  private static List<Element> children(Element element, String name) {
    List<Element> found = new ArrayList<>();
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element child && child.getNodeName().equals(name)) {
        found.add(child);
      }
    }
    return found;
  }
}
