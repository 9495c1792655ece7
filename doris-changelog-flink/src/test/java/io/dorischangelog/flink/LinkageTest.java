package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whether the connector, as it was compiled, finds in Flink what it calls: also where no other test
 * comes by. Of interest with another version of Flink than that of the compiler.
 */
class LinkageTest {

  @Test
  void everyMemberOfFlinkThatIsUsedIsThere() {
    List<JavaAccess<?>> uses =
        new ClassFileImporter()
                .importUrl(
                    DorisChangelogSource.class.getProtectionDomain().getCodeSource().getLocation())
                .stream()
                .<JavaAccess<?>>flatMap(type -> type.getAccessesFromSelf().stream())
                .filter(use -> use.getTargetOwner().getName().startsWith("org.apache.flink."))
                .toList();
    assertThat(uses)
        .hasSizeGreaterThan(100)
        .allMatch(use -> use.getTarget().resolveMember().isPresent());
  }
}
