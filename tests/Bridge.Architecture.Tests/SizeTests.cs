using Bridge.Testing;

namespace Bridge.Architecture.Tests;

public sealed class SizeTests
{
    private const int MaxFileLines = 250;
    private const int MaxTypeLines = 400;

    [Fact]
    public void No_file_is_longer_than_250_lines_and_no_type_than_400()
    {
        var root = RepositoryRoot.Combine();
        var files = ((string[])["src", "tests", "bench"])
            .SelectMany(folder => Directory.GetFiles(Path.Combine(root, folder), "*.cs", SearchOption.AllDirectories))
            .Select(file => (Path.GetRelativePath(root, file).Replace('\\', '/'), File.ReadAllText(file))).ToArray();

        Assert.True(files.Length > 400, $"{files.Length} files");
        var tooLong = SourceSize.FindTooLong(files, MaxFileLines, MaxTypeLines).ToArray();
        Assert.True(tooLong.Length == 0, string.Join('\n', tooLong));
    }

    [Fact]
    public void A_file_and_a_type_that_are_too_long_are_found()
    {
        (string, string)[] files =
        [
            ("src/House/Long.cs", FileOf("public static class Long", MaxFileLines + 1)),
            ("src/House/Whole.cs", FileOf("internal sealed record Whole", MaxFileLines)),
            ("src/House/Parts.cs", FileOf("internal sealed partial class Parts", TypeIn(201))),
            ("src/House/Parts.More.cs", FileOf("internal sealed partial class Parts", TypeIn(200))),
            ("src/House/Halves.cs", FileOf("public readonly partial struct Halves<T>", TypeIn(200))),
            ("src/House/Halves.Other.cs", FileOf("public readonly partial struct Halves<T>", TypeIn(200))),
            ("src/House/Halves.Plain.cs", FileOf("public static class Halves", TypeIn(200))),
            ("src/Garden/Halves.cs", FileOf("public readonly partial struct Halves<T>", TypeIn(200))),
        ];

        Assert.Equal(["src/House/Long.cs has 251 lines", "src/House: House.Parts has 401 lines in all of its files"],
            SourceSize.FindTooLong(files, MaxFileLines, MaxTypeLines));
    }

    // The namespace and the line after it come first.
    private static int TypeIn(int lines) => lines + 2;

    private static string FileOf(string declaration, int lines) =>
        $"namespace House;\n\n{declaration}\n{{\n{new string('\n', lines - 5)}}}\n";
}
