using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Bridge.EndToEnd.Tests.Clients;

/// <summary>Packs the C# client, and plays its README's program in a new project that has nothing else.</summary>
public sealed partial class CSharpPackageTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <OutputType>Exe</OutputType>
            <TargetFramework>net10.0</TargetFramework>
            <ImplicitUsings>enable</ImplicitUsings>
            <Nullable>enable</Nullable>
            <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
          </PropertyGroup>
          <ItemGroup>
            <PackageReference Include="MgbaBridge" Version="1.0.0" />
          </ItemGroup>
        </Project>
        """;

    [Fact]
    public async Task The_package_plays_the_program_of_its_README()
    {
        var client = RepositoryRoot.Combine("clients/csharp");
        var readme = await File.ReadAllTextAsync(Path.Combine(client, "README.md"));
        var program = ProgramOf().Match(readme).Groups["program"].Value;
        var folder = Directory.CreateTempSubdirectory("bridge-package-").FullName;
        var (app, feed) = (Directory.CreateDirectory(Path.Combine(folder, "app")).FullName, Path.Combine(folder, "feed"));
        try
        {
            await RunAsync(client, folder, "pack", "MgbaBridge", "-c", "Release", "-o", feed, $"-p:ArtifactsPath={folder}/artifacts");
            await File.WriteAllTextAsync(Path.Combine(app, "app.csproj"), Project);
            await File.WriteAllTextAsync(Path.Combine(app, "nuget.config"),
                $"""<configuration><packageSources><clear /><add key="feed" value="{feed}" /></packageSources></configuration>""");
            await File.WriteAllTextAsync(Path.Combine(app, "Program.cs"),
                program.Replace("new BridgeClient()", $"new BridgeClient(\"{game.Client.BaseAddress}\")", StringComparison.Ordinal));

            var lines = (await RunAsync(app, folder, "run", "-c", "Release")).Split('\n', StringSplitOptions.RemoveEmptyEntries);

            Assert.All(Printed().Matches(program), each => Assert.Contains(each.Groups["line"].Value, lines));
            Assert.Matches("^frame [0-9]+: Right was down in [0-9]+ frames$", lines[^1]);
            Assert.Equal((1, 4), (await game.PressesAsync(Button.A), await game.FramesDownAsync(Button.Right)));
            var picture = await File.ReadAllBytesAsync(Path.Combine(app, "screen.png"));
            Assert.Equal("PNG"u8, picture.AsSpan(1, 3));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [GeneratedRegex("```csharp\n(?<program>.*?)```", RegexOptions.Singleline)]
    private static partial Regex ProgramOf();

    [GeneratedRegex("// prints (?<line>.*)$", RegexOptions.Multiline)]
    private static partial Regex Printed();

    // Runs dotnet in a folder, and returns its output. The program gets its packages in the folder given as packages, not in that of
    // the account, which may contain another build of this version.
    private static async Task<string> RunAsync(string folder, string packages, params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", [.. arguments, "--disable-build-servers"])
        {
            WorkingDirectory = folder,
            Environment = { ["DOTNET_NOLOGO"] = "1", ["MSBUILDDISABLENODEREUSE"] = "1" },
        };
        if (arguments[0] == "run")
            start.Environment["NUGET_PACKAGES"] = Path.Combine(packages, "packages");
        var run = await FinishedProcess.RunAsync(start, limit: TimeSpan.FromMinutes(4));
        Assert.True(run.ExitCode == 0, $"dotnet {string.Join(' ', arguments)} ended with {run.ExitCode}: {run.Output}\n{run.Errors}");
        return run.Output;
    }
}
