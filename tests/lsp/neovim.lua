-- What a user of Neovim does: opens a file, saves it, sees what fails, takes the repair, saves again. Arguments: program, file.
local program, file = vim.env.FENCEPOST, vim.env.FENCEPOST_FILE
local function fail(text)
  io.stderr:write('neovim: ' .. text .. '\n')
  vim.cmd('cquit 1')
end
local function await(what, holds)
  if not vim.wait(60000, holds, 20) then fail('waited in vain for ' .. what) end
end

vim.cmd('edit ' .. vim.fn.fnameescape(file))
local progress, published = {}, 0
local client = vim.lsp.start_client({
  name = 'fencepost',
  cmd = { program, 'lsp', '--model', 'tso' },
  handlers = {
    ['$/progress'] = function(_, result) table.insert(progress, result.value) end,
    ['textDocument/publishDiagnostics'] = function(...)
      published = published + 1
      vim.lsp.handlers['textDocument/publishDiagnostics'](...)
    end,
  },
})
if not client then fail('the client does not start') end
vim.lsp.buf_attach_client(0, client)
await('the server', function() return vim.lsp.buf_get_clients(0)[client] ~= nil end)

vim.cmd('write')
await('diagnostics', function() return published > 0 end)
local found = vim.diagnostic.get(0)
if #found ~= 1 then fail('diagnostics: ' .. vim.inspect(found)) end
print('line ' .. found[1].lnum + 1 .. ': ' .. found[1].message)
if #found[1].user_data.lsp.relatedInformation < 4 then fail('no run: ' .. vim.inspect(found)) end

local lenses = vim.lsp.buf_request_sync(0, 'textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() }, 60000)
print(lenses[client].result[2].command.title)

vim.api.nvim_win_set_cursor(0, { found[1].lnum + 1, found[1].col })
local before = vim.api.nvim_buf_line_count(0)
vim.ui.select = function(items, _, choose) choose(items[1], 1) end  -- there is one
vim.lsp.buf.code_action()
await('the repair', function() return vim.api.nvim_buf_line_count(0) > before end)
vim.cmd('write')
await('the verdict', function() return published > 1 end)
if #vim.diagnostic.get(0) ~= 0 then fail('not repaired: ' .. vim.inspect(vim.diagnostic.get(0))) end
await('the end', function() return #progress > 0 and (progress[#progress].message or ''):match('^SAFE') end)
print(progress[#progress].message)
vim.cmd('quitall!')
