package io.azulejo.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
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
 * Writes the license information about the third-party libraries in the runnable JAR. It consists
 * of the licenses named in POMs, the license texts in JARs, and the notices.
 */
final class ThirdParties {
  private static final Pattern LICENCE =
      Pattern.compile(
          "(META-INF/(resources/webjars/[^/]+/[^/]+/)?)?"
              + "(?<name>([\\w-]*LICEN[CS]E[\\w-]*|COPYING)(\\.txt|\\.md)?)");

  private final Path target;

  /** Paths of the license texts written so far, by text; relative to the output folder. */
  private final Map<String, String> texts = new HashMap<>();

  private ThirdParties(Path target) {
    this.target = target;
  }

  /**
   * Writes the file {@code THIRD-PARTY.md}, the license texts and the notices.
   *
   * @param classPath the JARs in the runnable JAR, each in a repository with Maven's layout. JARs
   *     without a POM next to them, and folders, are skipped
   * @param runnable the runnable JAR, which contains the notices
   * @param target output folder
   * @throws IllegalStateException if the class path does not contain a third-party JAR, or if
   *     neither a POM nor its parents name a license
   * @throws IOException if a file cannot be read or written
   */
  static void write(List<Path> classPath, Path runnable, Path target) throws IOException {
    ThirdParties parties = new ThirdParties(target);
    TreeMap<String, String> lines = new TreeMap<>();
    for (Path entry : classPath) {
      Path pom = pomOf(entry);
      if (Files.isRegularFile(entry) && Files.exists(pom)) {
        Path version = entry.getParent();
        String name =
            group(project(pom))
                + ":"
                + version.getParent().getFileName()
                + ":"
                + version.getFileName();
        lines.put(name, "| %s | %s | %s |".formatted(name, licenses(pom), parties.texts(entry)));
      }
    }
    if (lines.isEmpty()) {
      throw new IllegalStateException("the class path has no third-party JAR");
    }
    Files.writeString(
        target.resolve("THIRD-PARTY.md"),
        """
        # Third-party software

        `lib/azulejo.jar` contains these libraries, as they were published. Their notices are in `NOTICE`.

        | library | license | text |
        | --- | --- | --- |
        """
            + String.join("\n", lines.values())
            + "\n");
    try (ZipFile jar = new ZipFile(runnable.toFile())) {
      ZipEntry notice = jar.getEntry("META-INF/NOTICE");
      Files.write(target.resolve("NOTICE"), jar.getInputStream(notice).readAllBytes());
    }
  }

  private static Path pomOf(Path jar) {
    return jar.resolveSibling(jar.getFileName().toString().replaceFirst("\\.jar$", ".pom"));
  }

  /**
   * Returns the licenses of a POM as Markdown. If the POM does not name any, returns the licenses
   * of its closest parent that does.
   */
  private static String licenses(Path pom) throws IOException {
    Path next = pom;
    while (next != null && Files.exists(next)) {
      Element project = project(next);
      Optional<Element> licenses = child(project, "licenses");
      if (licenses.isPresent()) {
        List<String> names = new ArrayList<>();
        for (Element license : children(licenses.get(), "license")) {
          String name = first(license, "name").orElse("its license");
          names.add(first(license, "url").map(url -> "[" + name + "](" + url + ")").orElse(name));
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
    throw new IllegalStateException(pom + " and its parents name no license");
  }

  /**
   * Returns the root folder of the repository that contains a POM.
   *
   * @param project root element of the POM
   */
  private static Path repository(Path pom, Element project) {
    String group = group(project);
    Path folder = pom.getParent().getParent().getParent();
    for (int i = 0; i < group.split("\\.").length; i++) {
      folder = folder.getParent();
    }
    return folder;
  }

  /**
   * Copies the license texts of a JAR to the output folder. Texts that were already copied from
   * another JAR are not copied again.
   *
   * @return Markdown links to the texts; empty if the JAR does not contain any
   */
  private String texts(Path jar) throws IOException {
    String part = jar.getFileName().toString().replaceFirst("\\.jar$", "");
    List<String> links = new ArrayList<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().map(ZipEntry.class::cast).toList()) {
        Matcher matcher = LICENCE.matcher(entry.getName());
        if (!entry.isDirectory() && matcher.matches()) {
          String name = matcher.group("name");
          byte[] text = zip.getInputStream(entry).readAllBytes();
          String place = "licenses/" + part + "/" + name;
          String first = texts.putIfAbsent(new String(text, StandardCharsets.UTF_8), place);
          if (first == null) {
            Files.createDirectories(target.resolve(place).getParent());
            Files.write(target.resolve(place), text);
          }
          links.add("[%s](%s)".formatted(name, first == null ? place : first));
        }
      }
    }
    return String.join(", ", links);
  }

  /** Parses a POM and returns its root element. */
  private static Element project(Path pom) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      Document document = factory.newDocumentBuilder().parse(pom.toFile());
      return document.getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("cannot read " + pom, e);
    }
  }

  /** Returns the group ID of a POM, which may come from its parent. */
  private static String group(Element project) {
    return first(project, "groupId")
        .or(() -> child(project, "parent").flatMap(parent -> first(parent, "groupId")))
        .orElseThrow();
  }

  /** Returns the text of the first child with a name, with normalized white space. */
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
