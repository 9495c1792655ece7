package io.dorischangelog.client.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.GivenMethodsConjunction;
import io.dorischangelog.client.ChangelogReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The arrows between packages, and what may stand in a public signature. */
class ArchitectureTest {
  private static final String CLIENT = "io.dorischangelog.client";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importUrl(ChangelogReader.class.getProtectionDomain().getCodeSource().getLocation());

  private static void check(ArchRule rule) {
    rule.check(CLASSES);
  }

  @Test
  void theTestServerIsNotUsedByTheClient() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("io.dorischangelog.testserver..")));
  }

  @Test
  void connectionsKnowNeitherWindowsNorTheReader() {
    check(
        noClasses()
            .that()
            .resideInAPackage(CLIENT + ".internal.server")
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                    CLIENT + ".scan", CLIENT + ".offset", CLIENT + ".internal.decode")));
  }

  @Test
  void decodingKnowsNoConnection() {
    check(
        noClasses()
            .that()
            .resideInAPackage(CLIENT + ".internal.decode")
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                        CLIENT + ".scan", CLIENT + ".offset", CLIENT + ".internal.server")
                    .or(resideInAnyPackage("org.apache.arrow.flight..", "io.grpc.."))));
  }

  @Test
  void scansKnowNoStore() {
    check(
        noClasses()
            .that()
            .resideInAPackage(CLIENT + ".scan")
            .should()
            .dependOnClassesThat(resideInAPackage(CLIENT + ".offset")));
  }

  @Test
  void theReaderReachesServersThroughScansOnly() {
    check(
        noClasses()
            .that()
            .resideInAPackage(CLIENT)
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                    CLIENT + ".internal.server", "org.apache.arrow.flight..", "io.grpc..")));
  }

  @Test
  void noForeignTypeStandsInAPublicSignature() {
    DescribedPredicate<JavaClass> foreign =
        resideInAnyPackage(
            "com.google..",
            "com.fasterxml..",
            "io.grpc..",
            "io.netty..",
            "org.apache.arrow.flight..");
    DescribedPredicate<List<JavaClass>> anyForeign =
        DescribedPredicate.describe(
            "with foreign types", types -> types.stream().anyMatch(foreign));
    check(publicMethods().should().notHaveRawReturnType(foreign));
    check(publicMethods().should().notHaveRawParameterTypes(anyForeign));
  }

  private static GivenMethodsConjunction publicMethods() {
    return methods()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat(
            resideInAPackage(CLIENT + "..").and(not(resideInAPackage(CLIENT + ".internal.."))))
        .and()
        .areDeclaredInClassesThat(arePublicTypes());
  }

  private static DescribedPredicate<JavaClass> arePublicTypes() {
    return DescribedPredicate.describe(
        "are public", type -> type.getModifiers().contains(JavaModifier.PUBLIC));
  }

  @Test
  void classesAreNamedByWhatTheyAre() {
    check(noClasses().should().haveNameMatching(".*(Util|Utils|Helper|Manager|Common)(\\$.*)?"));
  }

  @Test
  void publicTypesOutsideInternalPackagesAreFewAndFinalOrInterfaces() {
    check(
        classes()
            .that(
                resideInAPackage(CLIENT + "..").and(not(resideInAPackage(CLIENT + ".internal.."))))
            .and()
            .arePublic()
            .and()
            .areNotInterfaces()
            .and()
            .doNotHaveSimpleName("ChangelogException")
            .should()
            .haveModifier(JavaModifier.FINAL)
            .orShould()
            .beEnums());
  }
}
