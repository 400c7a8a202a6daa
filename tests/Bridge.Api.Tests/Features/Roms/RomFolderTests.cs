using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Roms;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Tests.Features.Roms;

public sealed class RomFolderTests : IDisposable, ILogger<RomFolder>
{
    private const string Composed = "Pok\u00E9mon.gba", Decomposed = "Poke\u0301mon.gba";

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-roms-");
    private readonly List<string> _logged = [];
    private readonly RomFolder _folder;

    public RomFolderTests() => _folder = Of(_root.FullName);

    public void Dispose() => Shell.Delete(_root);

    private RomFolder Of(string folder) => new(new RomOptions(folder), this);

    [Fact]
    public void Only_cartridges_and_archives_are_listed()
    {
        string[] roms = ["a.gba", "b.AGB", "c.gb", "d.gbc", "e.sgb", "f.Zip", "g.7z", "two.tar.zip"];
        Make([.. roms, "a.sav", "b.elf", "c.mb", "gba_bios.bin", "d.rom", "e.gba.bak", "gba", "f.ips", "g.rar"]);
        Directory.CreateDirectory(Path.Combine(_root.FullName, "folder.gba"));
        File.CreateSymbolicLink(Path.Combine(_root.FullName, "link.gba"), Path.Combine(_root.FullName, "a.gba"));
        Assert.Equal(roms, _folder.List().Select(rom => rom.Name));
    }

    [Theory]
    [InlineData("Game's \"best\" [!] (USA, Europe) 100% & more.gba")]
    [InlineData(" .gba")]
    [InlineData("ゼルダの伝説 🎮.gbc")]
    [InlineData("Zelda: Minish Cap.gba")]
    [InlineData("back\\slash.gba")]
    [InlineData("line\nfeed.gba")]
    [InlineData("a\uFFFDb.gba")]
    public void Every_listed_ROM_is_found(string name)
    {
        Make(name);
        Assert.Equal(Path.Combine(_root.FullName, name), _folder.Find(Assert.Single(_folder.List()).Name).Path);
        Assert.Empty(_logged);
    }

    [Theory]
    [InlineData(Composed, Decomposed)]
    [InlineData(Decomposed, Composed)]
    public void A_ROM_is_found_by_its_name_in_the_other_normalization_form(string there, string asked)
    {
        Make(there);
        Assert.Equal(there, _folder.Find(asked).Name);
        Assert.Equal(there, Assert.Single(_folder.List()).Name);
    }

    [Fact]
    public void Of_two_names_that_differ_only_in_their_form_each_finds_its_own_file()
    {
        Make(Composed, Decomposed);
        Assert.Equal([Decomposed, Composed], _folder.List().Select(rom => rom.Name));
        Assert.Equal(Composed, _folder.Find(Composed).Name);
        Assert.Equal(Decomposed, _folder.Find(Decomposed).Name);
    }

    [Fact]
    public void A_name_that_is_not_UTF8_is_left_out_and_logged()
    {
        Make("a.gba");
        Shell.Run(_root.FullName, """for name in 'b\377.gba' 'c\355\240\200.gb' 'd\377.txt'; do printf x > "$(printf "$name")"; done""");
        Assert.Equal("a.gba", Assert.Single(_folder.List()).Name);
        var line = Assert.Single(_logged);
        Assert.StartsWith("The bridge can't load 2 files in the ROM folder, because their names are not valid UTF-8", line,
            StringComparison.Ordinal);
        Assert.Equal(ProblemTypes.UnknownRom, Refusal("b\uFFFD.gba").Type);
    }

    [Fact]
    public void An_empty_file_and_a_pipe_are_never_passed_to_mGBA()
    {
        Shell.Run(_root.FullName, "mkfifo pipe.gba; touch empty.gba; ln -s nothing.gba dangling.gba");
        Assert.Equal(["empty.gba"], _folder.List().Select(rom => rom.Name));
        Assert.Equal((ProblemTypes.BadRequest, "name"), (Refusal("empty.gba").Type, Refusal("empty.gba").Parameter));
        Assert.Equal(ProblemTypes.UnknownRom, Refusal("pipe.gba").Type);
        Assert.Equal(ProblemTypes.UnknownRom, Refusal("dangling.gba").Type);
    }

    [Fact]
    public void A_path_may_have_300_bytes()
    {
        var deep = _root.CreateSubdirectory(new string('d', 150)).FullName;
        var room = 300 - deep.Length - "/.gba".Length;
        var fits = new string('é', room / 2) + new string('x', room % 2) + ".gba";
        File.WriteAllText(Path.Combine(deep, fits), "rom");
        File.WriteAllText(Path.Combine(deep, "a" + fits), "rom");
        Assert.Equal(fits, Of(deep).Find(fits).Name);
        var refusal = Assert.Throws<RequestException>(() => Of(deep).Find("a" + fits));
        Assert.Equal(ProblemTypes.InvalidParameter, refusal.Type);
        Assert.Contains("300 bytes", refusal.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "invalid-parameter")]
    [InlineData("../a.gba", "invalid-parameter")]
    [InlineData("a\0.gba", "invalid-parameter")]
    [InlineData("..\\a.gba", "invalid-parameter")]
    [InlineData("COM1.gba", "invalid-parameter")]
    [InlineData("A.gba", "unknown-rom")]
    [InlineData("a.gba ", "unknown-rom")]
    public void Any_other_name_is_refused_with_a_reason(string name, string anchor)
    {
        Make("a.gba");
        Assert.Equal((anchor, "name"), (Refusal(name).Type.Anchor, Refusal(name).Parameter));
    }

    IDisposable? ILogger.BeginScope<TState>(TState state) => null;

    bool ILogger.IsEnabled(LogLevel logLevel) => true;

    void ILogger.Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception,
        Func<TState, Exception?, string> formatter) =>
        _logged.Add(formatter(state, exception));

    private void Make(params string[] names)
    {
        foreach (var name in names)
            File.WriteAllText(Path.Combine(_root.FullName, name), "rom");
    }

    private RequestException Refusal(string name) => Assert.Throws<RequestException>(() => _folder.Find(name));
}
