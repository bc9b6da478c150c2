package io.azulejo.dist;

import static io.azulejo.testkit.Launcher.ROOT;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.repository.internal.MavenRepositorySystemUtils;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.repository.LocalRepository;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.repository.WorkspaceReader;
import org.eclipse.aether.repository.WorkspaceRepository;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.resolution.ArtifactDescriptorResult;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.supplier.RepositorySystemSupplier;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;
import org.eclipse.aether.util.repository.SimpleArtifactDescriptorPolicy;

/**
 * A project of somebody who uses Azulejo: what its pom makes Maven put on its class path, by the
 * poms that are published, and not by what the class path of the tests happens to have. Libraries
 * come from the local repository of the running build; nothing is downloaded or installed.
 */
final class ConsumerProject {
  private static final String GROUP = "io.azulejo";
  private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

  private ConsumerProject() {}

  /**
   * The class path of a project at run time: classes of modules of Azulejo, and jars.
   *
   * @param pom its pom, whose artifact is {@code org.example:consumer:1}
   */
  static List<Path> classPath(Path pom) throws Exception {
    return classPath(new DefaultArtifact("org.example:consumer:1"), new Modules(pom, version()));
  }

  /**
   * The class path of a module at run time, as the build has it: with the versions that it sets.
   */
  static List<Path> classPathOfModule(String module) throws Exception {
    String version = version();
    return classPath(
        new DefaultArtifact(GROUP + ":azulejo-" + module + ":" + version),
        new Modules(Path.of(""), version));
  }

  private static List<Path> classPath(Artifact root, WorkspaceReader modules) throws Exception {
    RepositorySystem system = new RepositorySystemSupplier().get();
    DefaultRepositorySystemSession session = MavenRepositorySystemUtils.newSession();
    session.setOffline(true);
    // Profiles of poms ask for the version of Java; a pom that cannot be read is no empty one.
    session.setSystemProperties(System.getProperties());
    session.setArtifactDescriptorPolicy(new SimpleArtifactDescriptorPolicy(false, false));
    session.setWorkspaceReader(modules);
    File libraries = new File(System.getProperty("azulejo.local.repository"));
    session.setLocalRepositoryManager(
        system.newLocalRepositoryManager(session, new LocalRepository(libraries, "simple")));
    List<RemoteRepository> repositories =
        List.of(
            new RemoteRepository.Builder(
                    "central", "default", "https://repo.maven.apache.org/maven2")
                .build());

    ArtifactDescriptorResult project =
        system.readArtifactDescriptor(
            session, new ArtifactDescriptorRequest(root, repositories, null));
    CollectRequest wanted =
        new CollectRequest(
            project.getDependencies().stream().filter(d -> !d.getScope().equals("test")).toList(),
            project.getManagedDependencies(),
            repositories);
    return system
        .resolveDependencies(
            session,
            new DependencyRequest(
                wanted,
                DependencyFilterUtils.classpathFilter(JavaScopes.COMPILE, JavaScopes.RUNTIME)))
        .getArtifactResults()
        .stream()
        .map(ArtifactResult::getArtifact)
        .map(artifact -> artifact.getFile().toPath())
        .toList();
  }

  private static String version() throws IOException {
    Matcher matcher = VERSION.matcher(Files.readString(ROOT.resolve("pom.xml")));
    if (!matcher.find()) {
      throw new IOException("pom.xml has no version");
    }
    return matcher.group(1);
  }

  /** The modules of the build in the place of a repository that they are installed in. */
  private record Modules(Path consumer, String version) implements WorkspaceReader {
    private static final WorkspaceRepository REPOSITORY = new WorkspaceRepository("modules");

    @Override
    public WorkspaceRepository getRepository() {
      return REPOSITORY;
    }

    @Override
    public File findArtifact(Artifact artifact) {
      boolean isPom = artifact.getExtension().equals("pom");
      if (artifact.getArtifactId().equals("consumer")) {
        return isPom ? consumer.toFile() : null;
      }
      if (!artifact.getGroupId().equals(GROUP) || !artifact.getVersion().equals(version)) {
        return null;
      }
      Path folder = folder(artifact.getArtifactId());
      if (!isPom) {
        return folder.resolve("target/classes").toFile();
      }
      // The BOM is published without the versions that the build uses.
      Path flattened = folder.resolve("target/.flattened-pom.xml");
      return (Files.exists(flattened) ? flattened : folder.resolve("pom.xml")).toFile();
    }

    private static Path folder(String artifactId) {
      return artifactId.equals("azulejo")
          ? ROOT
          : ROOT.resolve(artifactId.substring("azulejo-".length()));
    }

    @Override
    public List<String> findVersions(Artifact artifact) {
      return List.of(artifact.getVersion());
    }
  }
}
